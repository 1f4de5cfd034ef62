/** The start can't continue, for a reason that the administrator can fix; the message is that reason. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
