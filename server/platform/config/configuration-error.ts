/** The start cannot go on, for a reason that the administrator can mend; the message is that reason. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
