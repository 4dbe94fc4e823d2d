import SeashellKit

extension HelpPage {
  /// The page `help offline`.
  static let offline = HelpPage(
    "offline",
    """
    Work while a service cannot be reached

    What a command has read is stored, for each environment and account, also what 'api get' has read. At
    a prompt, if the service cannot be reached, commands answer from there, and a notice says how old the
    answer is. --fresh asks for the service's own answer, or an error. A script never gets an old answer,
    unless the shell was started with --offline. 'set offline' changes that: auto answers from what is
    stored if the service cannot be reached, always does so without asking the service, never not at all.

    A command that changes data has --later: its write waits in a queue on disk, and the command is done
    at once. A prompt sends what waits as soon as the service is reached; elsewhere 'queue run' does. If
    a write fails at a prompt because the service is not there, the shell asks whether to send it later.
    A write that the service may have received is not sent again by itself, unless the environment has
    idempotencyKeys: true: it is held, and 'queue show q-3' says how often it was sent and where to
    look. A write is sent only for the account and the environment for which it was made. A write with a
    password or a token in it cannot wait.

    'queue list' shows what waits, under names such as q-3, which later commands can use in place of an
    id. A write that the service refuses, or may have carried out, or whose data was changed by somebody
    else meanwhile, stays in the queue until you decide: 'queue show q-3', 'queue retry q-3', 'queue
    drop q-3'.

    Examples:
      set offline  shows whether old answers are allowed
      set offline auto; products list  shows products, stored ones if need be
    """)
}
