import SeashellKit
import ShellCommands

extension ProgramFacts {
  /// `usesToken` is whether a module may send the token in the shell's variable.
  init(
    of identity: ShellIdentity, usesToken: Bool, hasEmbedded: Bool, environment: APIEnvironment?,
    example: CommandSpecification.Example?
  ) {
    let name = identity.name
    self.init(
      variables: Self.variables(of: identity, usesToken: usesToken, environment: environment),
      files: [
        .init(
          "$XDG_CONFIG_HOME/\(name)/config.json",
          """
          The APIs and environments, and the settings of modules, in JSON5: { environment: 'qa', \
          environments: { qa: { baseURL: 'https://api.example.com', version: 'v1' } } }. 'apis' has the \
          APIs that were added. 'production: true' marks \
          an environment in which mistakes are costly: the prompt shows it, and --insecure is refused. \
          --config names another file.
          """),
        .init(
          "$XDG_CONFIG_HOME/\(name)/rc.sea",
          "A script that runs before the prompt, for aliases and settings. Scripts do not read it."),
      ]
        + (hasEmbedded
          ? [.init("$XDG_DATA_HOME/\(name)/", "The data of the environment 'embedded'.")] : [])
        + [
          .init(
            "$XDG_STATE_HOME/\(name)/",
            """
            The history of the prompt, sessions, what is kept for the time without a connection, and \
            what is known of added modules and APIs. Only the user can read these files.
            """)
        ],
      example: example)
  }

  private static func variables(
    of identity: ShellIdentity, usesToken: Bool, environment: APIEnvironment?
  ) -> [Entry] {
    let otherwise =
      environment.map { " Without it the configuration chooses, or else '\($0.name)' is used." }
      ?? ""
    var variables = [
      Entry(
        identity.environmentVariable,
        "The environment to send requests to, NAME or API:NAME, unless -e names one.\(otherwise)")
    ]
    if usesToken {
      variables.append(
        Entry(
          identity.tokenVariable,
          """
          An access token for the environment chosen at the start, and no other. It is removed from \
          the process's environment, so programs and modules do not get it.
          """))
    }
    return variables + [
      Entry(
        "\(identity.tokenVariable)_API",
        "The same for the current environment of an added API: \(identity.tokenVariable)_WH for wh."
      ),
      Entry("NO_COLOR", "If it is not empty, nothing is shown in color."),
      Entry("TERM", "If it is 'dumb' or empty, no colors and no control sequences are used."),
      Entry(
        "PAGER",
        "The program that shows long results at the prompt; less -RFX by default. See 'help set'."),
      Entry("VISUAL, EDITOR", "The editor for long texts; vi or nano by default."),
      Entry("PATH", "The folders of the programs that pipelines run."),
      Entry(
        "http_proxy, https_proxy, all_proxy, no_proxy", "The proxies for requests, as in curl(1)."),
      Entry(
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
        """
        The folders of configuration, data and state; ~/.config, ~/.local/share and ~/.local/state by \
        default.
        """),
      Entry("TMPDIR", "The folder of temporary files; /tmp by default."),
      Entry(
        "SEASHELL_GATEWAY",
        """
        Set for modules in other processes: the address at which they reach the API and the events, \
        without a token of their own.
        """),
      Entry(
        "SOURCE_DATE_EPOCH",
        "The date of the pages that 'help --man' prints, in seconds since 1970."),
    ]
  }
}
