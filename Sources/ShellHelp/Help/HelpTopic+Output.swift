import ShellCommands
import ShellOutput
import ShellRuntime

/// The pages about results and the scripts that use them.
extension HelpTopic {
  static var output: HelpTopic {
    HelpTopic(
      name: "output",
      abstract: "Choose the format of results, save them, and colours",
      text: """
        On a terminal records are a table, elsewhere TSV without a header. -o FORMAT after a command, \
        or before it on the program's command line, chooses another; 'set output FORMAT' chooses \
        one for all later commands.

        \(OutputFormat.allCases.map { "  \($0)  \(meaning(of: $0))" }.joined(separator: "\n"))

        Results go to standard output; errors and notices, such as '20 of 52; --all lists every \
        one', go to standard error, and -q leaves notices out. '> FILE' saves results; '| to FORMAT > \
        FILE' saves the records of a pipeline. 'get FIELD' writes bare values, a line each. With json \
        or jsonl errors are objects too: 'help exit-status'.

        Colours are used on terminals only. NO_COLOR=1 turns them off. Results longer than the \
        screen go through $PAGER, or else less; 'set pager off' turns that off. Money and dates in \
        tables follow LC_MONETARY, LC_TIME and TZ; the other formats never change.
        """,
      examples: [
        .init("products list --query mug -o json", "writes an array of objects"),
        .init("products list --all -o csv > products.csv", "saves a list for a spreadsheet"),
        .init("products list | where price < 20 | to json > cheap.json", "saves a filtered list"),
        .init("products list --query mug | get name", "writes the names, a line each"),
        .init("help env list -o json", "describes a command as data"),
      ])
  }

  /// The description of a format, for the list of formats.
  private static func meaning(of format: OutputFormat) -> String {
    switch format {
    case .table: "columns as wide as the terminal; 'set records vertical' shows a field a line"
    case .tsv: #"a record a line, fields separated by tabs; \t \n \r \\ stand for these characters"#
    case .json: "an array of objects, or one object; indented on a terminal"
    case .jsonl: "an object a line"
    case .csv: "with a header, as RFC 4180 says"
    }
  }

  static func scripts(_ identity: ShellIdentity) -> HelpTopic {
    let name = identity.name
    return HelpTopic(
      name: "scripts",
      abstract: "Run scripts, also in CI and from cron",
      text: """
        A script has the same statements as the prompt. It stops at the first one that fails, and \
        says the file, the line and the place; the status is that of the failure.

          \(name) -f FILE WORD…  runs a file; $1, $2 and so on are the words
          \(name) -c 'TEXT'  runs a text
          \(name) < FILE  runs standard input
          \(name) COMMAND WORD…  runs one command; its words are taken as they are
          source FILE  runs a file inside this shell
          #!/usr/bin/env -S \(name) -f  as its first line makes a file a program

        'A || B' runs B if A failed, and then the script goes on. --keep-going goes on after every \
        failure. For if and loops with state use the system's shell: \
        if \(name) COMMAND; then …; fi. A script is never asked: pass --yes and all arguments.

        In CI choose the environment with -e NAME or \(identity.environmentVariable), and set \
        \(identity.tokenVariable) to an access token. -o json gives results and errors for programs, \
        -q leaves notices out, --no-config reads no configuration. rc.sea and aliases apply at the \
        prompt only.
        """,
      examples: [
        .init("products show p-999 || print 'no such product'", "goes on after a failure"),
        .init("let limit = 20; products list | where price < $limit | count", "counts"),
        .init("set keep-going on; env list", "does not stop at failures"),
      ])
  }
}
