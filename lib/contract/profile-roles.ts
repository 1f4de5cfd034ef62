/** A job title that users choose in the profile step; `code` is stored. */
export type ProfileRole = { code: string; name: string; department: string };

const TITLES: Record<string, Record<string, string>> = {
  Leadership: {
    founder: 'Founder',
    chief_executive: 'Chief executive',
    managing_director: 'Managing director',
    chief_of_staff: 'Chief of staff',
    board_member: 'Board member',
  },
  Engineering: {
    software_engineer: 'Software engineer',
    engineering_manager: 'Engineering manager',
    chief_technology_officer: 'Chief technology officer',
    quality_engineer: 'Quality engineer',
    hardware_engineer: 'Hardware engineer',
    mechanical_engineer: 'Mechanical engineer',
    electrical_engineer: 'Electrical engineer',
    civil_engineer: 'Civil engineer',
  },
  'IT and security': {
    system_administrator: 'System administrator',
    it_support: 'IT support',
    security_engineer: 'Security engineer',
    network_engineer: 'Network engineer',
    it_manager: 'IT manager',
  },
  'Data and research': {
    data_analyst: 'Data analyst',
    data_engineer: 'Data engineer',
    data_scientist: 'Data scientist',
    researcher: 'Researcher',
    laboratory_technician: 'Laboratory technician',
  },
  'Product and design': {
    product_manager: 'Product manager',
    product_designer: 'Product designer',
    user_researcher: 'User researcher',
    graphic_designer: 'Graphic designer',
    technical_writer: 'Technical writer',
  },
  'Marketing and communication': {
    marketing_manager: 'Marketing manager',
    content_editor: 'Content editor',
    press_officer: 'Press officer',
    community_manager: 'Community manager',
    event_manager: 'Event manager',
  },
  'Sales and customers': {
    sales_representative: 'Sales representative',
    account_manager: 'Account manager',
    sales_manager: 'Sales manager',
    customer_support: 'Customer support',
    customer_success_manager: 'Customer success manager',
  },
  'Finance and legal': {
    accountant: 'Accountant',
    controller: 'Controller',
    chief_financial_officer: 'Chief financial officer',
    purchaser: 'Purchaser',
    lawyer: 'Lawyer',
    compliance_officer: 'Compliance officer',
  },
  People: {
    people_manager: 'People manager',
    recruiter: 'Recruiter',
    trainer: 'Trainer',
    payroll_specialist: 'Payroll specialist',
  },
  Operations: {
    operations_manager: 'Operations manager',
    project_manager: 'Project manager',
    office_manager: 'Office manager',
    executive_assistant: 'Executive assistant',
    logistics_planner: 'Logistics planner',
    production_manager: 'Production manager',
    facility_manager: 'Facility manager',
  },
  'Health, education and public service': {
    physician: 'Physician',
    nurse: 'Nurse',
    teacher: 'Teacher',
    professor: 'Professor',
    librarian: 'Librarian',
    social_worker: 'Social worker',
    public_official: 'Public official',
    volunteer: 'Volunteer',
  },
  Other: {
    consultant: 'Consultant',
    freelancer: 'Freelancer',
    student: 'Student',
    intern: 'Intern',
    other: 'Something else',
  },
};

/** Job titles by department, in the order in which they are offered (published by `core/basic-settings/`). */
export const PROFILE_ROLES: readonly ProfileRole[] = Object.entries(TITLES).flatMap(([department, titles]) =>
  Object.entries(titles).map(([code, name]) => ({ code, name, department })),
);

const CODES: ReadonlySet<string> = new Set(PROFILE_ROLES.map((role) => role.code));

export function isProfileRole(code: string): boolean {
  return CODES.has(code);
}
