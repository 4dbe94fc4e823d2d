import ShellCommands
import ShellOutput
import ShellRuntime

/// The specification of `watch`, whose argument is a whole statement; `Watcher` runs it.
struct WatchCommand: Command {
  static let everyName = "every"
  static let statementName = "STATEMENT"

  let every = Option<Double?>(
    Self.everyName, value: "SECONDS", "run it every SECONDS too", in: 0.1...1_000_000)
  let statement = Argument<[String]>(
    Self.statementName, "the statement to run again and again", atLeastOne: true,
    completion: "statements")
  var specification: CommandSpecification {
    CommandSpecification(
      "watch", abstract: "Show a statement's results, and run it again when they change",
      discussion: """
        It takes the whole statement up to ';', with pipes, '&&' and files. It runs the statement \
        again when an event touches what the results show, and when the service is back after a \
        failure. With --every it also runs it at intervals, for changes that no event tells of. An API \
        without an event feed needs --every.

        On a terminal it shows the results on a screen of their own. '+' marks a row that is new \
        since the results before, '~' one that has changed. The arrows, Page Up, Page Down, Home, End, \
        j, k, g and G scroll, '/' searches, 'n' and 'N' go to the next match and the one before, \
        Ctrl-L draws the screen again, and 'q' or Ctrl-C leaves. If the service cannot be reached, \
        the last results stay, and the first line says why and since when, or for how long no answer has \
        come.

        Elsewhere it writes a line of JSON for each result that differs from the one before, with \
        the time: {"time":…,"records":[…]}, with "text" for text, or "error". It runs until Ctrl-C, \
        SIGTERM, or until the reader has gone.
        """,
      examples: [
        .init("watch reviews list p-7", "shows the reviews of p-7, and new ones as they come"),
        .init("watch products list | where price < 20", "shows the cheap products"),
        .init(
          "watch --every 60 reviews summary p-1 && products show p-1",
          "shows both, every minute too"),
      ],
      parameters: [every, statement], changesData: false
    ).parsingOptions(.beforeArguments)
  }

  func run(_ invocation: Invocation) async throws {
    throw ShellError(
      .usage, "'watch' takes a whole statement, so it must be the first word of one", word: 0)
  }
}
