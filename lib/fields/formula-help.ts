/** How a function is written, an example, and what that results in. */
export type FormulaExample = { usage: string; example: string; result: string | number | boolean };

const group = (...examples: [usage: string, example: string, result: string | number | boolean][]) =>
  examples.map(([usage, example, result]): FormulaExample => ({ usage, example, result }));

/**
 * Every function of formulas with an example, as the editor of a formula and docs/formulas.md show them. `today` and `now`
 * are those of the evening of 6 May 2024, in UTC.
 */
export const FORMULA_HELP = {
  conditions: group(
    ['if(condition, value, otherwise)', 'if(3 > 2, "more", "less")', 'more'],
    ['switch(value, case, result, …, otherwise)', 'switch("b", "a", 1, "b", 2, 0)', 2],
    ['and(condition, …)', 'and(1 < 2, 2 < 3)', true],
    ['or(condition, …)', 'or(1 > 2, 2 < 3)', true],
    ['not(condition)', 'not(1 > 2)', true],
    ['is_blank(value)', 'is_blank("")', true],
    ['empty(value)', 'empty("x")', false],
    ['first(value, …)', 'first("", "second")', 'second'],
  ),
  numbers: group(
    ['sum(number, …)', 'sum(1, 2, 3.5)', 6.5],
    ['count(value, …)', 'count("a", "", "b")', 2],
    ['average(number, …)', 'average(1, 2)', 1.5],
    ['min(number, …)', 'min(3, 1, 2)', 1],
    ['max(number, …)', 'max(3, 1, 2)', 3],
    ['round(number, decimals)', 'round(2.345, 2)', 2.35],
    ['round_up(number, decimals)', 'round_up(2.341, 2)', 2.35],
    ['round_down(number, decimals)', 'round_down(2.349, 2)', 2.34],
    ['floor(number)', 'floor(2.9)', 2],
    ['ceil(number)', 'ceil(2.1)', 3],
    ['abs(number)', 'abs(-2)', 2],
    ['mod(number, by)', 'mod(7, 3)', 1],
    ['power(number, exponent)', 'power(2, 10)', 1024],
    ['sqrt(number)', 'sqrt(9)', 3],
    ['number(text)', 'number("12.5") + 1', 13.5],
  ),
  texts: group(
    ['join(separator, text, …)', 'join(", ", "a", "", "b")', 'a, b'],
    ['upper(text)', 'upper("Ada")', 'ADA'],
    ['lower(text)', 'lower("Ada")', 'ada'],
    ['trim(text)', 'trim("  Ada ")', 'Ada'],
    ['length(text)', 'length("Ada")', 3],
    ['left(text, count)', 'left("Ada", 2)', 'Ad'],
    ['right(text, count)', 'right("Ada", 2)', 'da'],
    ['mid(text, start, count)', 'mid("Lovelace", 5, 2)', 'la'],
    ['find(part, text)', 'find("e", "Lovelace")', 4],
    ['contains(text, part)', 'contains("Lovelace", "love")', false],
    ['starts_with(text, part)', 'starts_with("Lovelace", "Love")', true],
    ['ends_with(text, part)', 'ends_with("Lovelace", "lace")', true],
    ['replace(text, old, new)', 'replace("a-b-c", "-", "/")', 'a/b/c'],
    ['substitute(text, old, new)', 'substitute("1 pen", "pen", "ink")', '1 ink'],
  ),
  dates: group(
    ['today()', 'today()', '2024-05-06'],
    ['now()', 'now()', '2024-05-06T19:08:09Z'],
    ['date(year, month, day)', 'date(2024, 2, 29)', '2024-02-29'],
    ['year(date)', 'year("2024-05-06")', 2024],
    ['month(date)', 'month("2024-05-06")', 5],
    ['day(date)', 'day("2024-05-06")', 6],
    ['weekday(date)', 'weekday("2024-05-06")', 1],
    ['week(date)', 'week("2024-05-06")', 19],
    ['hour(time)', 'hour(now())', 19],
    ['minute(time)', 'minute(now())', 8],
    ['second(time)', 'second(now())', 9],
    ['days(from, to)', 'days("2024-05-06", "2024-05-09")', 3],
    ['date_diff(from, to, unit)', 'date_diff("2024-01-31", "2024-05-06", "months")', 3],
    ['date_add(date, count, unit)', 'date_add("2024-01-31", 1, "month")', '2024-02-29'],
    ['add_days(date, count)', 'add_days("2024-05-06", 30)', '2024-06-05'],
    ['add_months(date, count)', 'add_months("2024-05-06", -2)', '2024-03-06'],
    ['format_date(date, format)', 'format_date("2024-05-06", "DD.MM.YYYY")', '06.05.2024'],
  ),
} as const satisfies Record<string, readonly FormulaExample[]>;
