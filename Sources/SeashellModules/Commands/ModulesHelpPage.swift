import SeashellKit

extension HelpPage {
  /// The page `help modules`.
  static let modules = HelpPage(
    "modules",
    """
    What modules are, and how to add or write one

    Every command with two words belongs to a module: 'env list' is the command list of the module env.
    'modules list' lists the modules.

    A module can be a program of your own, in any language: a server of the Model Context Protocol
    (MCP), or with --program one that describes its commands as JSON. 'modules add' shows what it offers
    and asks first; its commands then have help, completion and records like all others. It is started
    when one of them runs.

      modules add NAME -- COMMAND WORD…  adds a server on this machine
      modules add NAME --url https://…  adds a remote one
      modules login NAME  signs in to a remote one that needs it, with a browser; logout signs out
      modules add --from FILE  lists the servers that another program's file has
      modules info NAME  shows what is known of one, and what it may request
      modules check NAME  lists what its author should mend
      modules log NAME  shows what it wrote to standard error
      modules disable NAME  and enable, remove, reload, trust do what they say; 'help configuration' tells how to disable one of the shell's own for good
      modules new NAME  writes the package of a module in Swift

    A module sends requests only as 'modules add --allow' permits, and never sees a token. --with
    NAME=COMMAND on the program's command line uses one for a single run. 'mcp' does the opposite: it
    offers this shell's commands to AI assistants.

    Examples:
      modules list  lists the modules
      modules grep disable  finds commands by their descriptions
    """)
}
