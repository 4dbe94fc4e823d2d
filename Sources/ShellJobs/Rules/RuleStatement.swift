import ShellRecords
import CoreEvents
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// A statement that creates a rule: `on EVENT [where EXPRESSION] [OPTION…] do COMMAND…`.
struct RuleStatement {
  let pattern: EventPattern
  /// The rule's environment as events name it; nil in a shell without environments.
  let environment: String?
  let condition: Evaluator?
  /// The condition as typed, with its variables replaced.
  let conditionText: String
  /// Whether the rule is removed after its first run.
  let runsOnce: Bool
  /// How long there must be no further event before a run starts; nil if each event starts a run.
  let debounce: Duration?
  /// The name under which the position in the server's events is saved, if it is, or the events are shared.
  let durable: String?
  /// How the events are shared with other workers; nil if they are not.
  let sharing: Sharing?
  /// Whether a prompt does not show what a run prints.
  let isQuiet: Bool
  let body: CommandList
  let text: String

  struct Sharing {
    /// How many runs there may be at a time.
    let parallel: Int
    /// How often an event is tried.
    let maxTries: Int
    /// The field for each value of which the order of the events is kept, if any.
    let order: String?

    static let standard = Sharing(parallel: 1, maxTries: 5, order: nil)
  }

  /// Reads a statement.
  ///
  /// `environments` returns an API's environment as events name it; nil if the API does not exist.
  /// `eventTypes` are the known types of events.
  ///
  /// The error has the index of a word of the first command.
  @MainActor
  init(
    _ list: CommandList, text: String, environments: (_ api: String?) -> String? = { _ in nil },
    eventTypes: [any Event.Type] = [], in scope: any VariableScope,
    expand: ([Word]) throws -> [Word]
  ) throws {
    let words = list.first.command
    let end = words.firstIndex { $0.isBare("do") }
    let header = try expand(Array(words[..<(end ?? words.count)]))
    let parameters = Self.parameters
    let arguments = try ArgumentBinder(parameters.specification, path: "on").bind(header, from: 1)
    guard let end, end > 1 else {
      throw ShellError(
        .usage, end == nil ? "there is no 'do' after 'on'" : "there is no event after 'on'",
        hint: "on EVENT do COMMAND…", word: end)
    }
    (pattern, environment) = try parameters.pattern(in: arguments, environments)
    let ownFields = arguments.flag("shared") ? EventRecord.sharedFields : []
    (condition, conditionText) = try parameters.condition(
      in: arguments, scope,
      fields: EventRecord.fields(of: pattern, among: eventTypes).map { $0 + ownFields })
    (runsOnce, debounce) = (
      arguments.flag("once"),
      arguments.text("debounce").flatMap { try? Int(parameter: $0) }.map { .milliseconds($0) }
    )
    (durable, isQuiet) = (arguments.text("durable"), arguments.flag("quiet"))
    if let word = arguments.word(of: "restart") {
      throw ShellError(
        .usage, "--restart is for a rule that was stopped", hint: "on --restart N", word: word)
    }
    if durable != nil, debounce != nil {
      throw ShellError(
        .usage, "--durable and --debounce cannot be used together",
        hint: "a durable rule runs for each event", word: arguments.word(of: "debounce"))
    }
    if let durable, !SharedFollowing.isName(durable) {
      throw ShellError(
        .usage, "'\(durable)' is not a name for --durable",
        hint: "use up to 64 letters, digits, '-' and '_'", word: arguments.word(of: "durable"))
    }
    sharing = try parameters.sharing(in: arguments)
    body = try Self.body(of: list, after: end)
    let start = body.first.range.lowerBound - words[0].start
    self.text = String(Substring(text.utf8.dropFirst(start)))
  }

  private static func body(of list: CommandList, after end: Int) throws -> CommandList {
    var body = list
    body.first.command.removeFirst(end + 1)
    guard let first = body.first.command.first else {
      throw ShellError(
        .usage, "there is no command after 'do'", hint: "on EVENT do COMMAND…", word: end)
    }
    if list.first.redirections.contains(where: { $0.file.start < first.start }) {
      throw ShellError(
        .usage, "a file stands before 'do'", hint: "put it behind the command: do COMMAND > FILE",
        word: 0)
    }
    if first.marksProgram {
      guard body.first.command.count > 1 else {
        throw ShellError(.usage, "there is no program after '!'", word: end + 1)
      }
      body.first.command.removeFirst()
      body.first.beginsWithProgram = true
      body.first.programMark = first.start
    }
    let commands = [body.first] + body.rest.map(\.pipeline)
    if commands.contains(where: { $0.command.begins(with: "on") && !$0.beginsWithProgram }) {
      throw ShellError(
        .usage, "a rule cannot make another one", hint: "end the first one with ';'", word: end + 1)
    }
    return body
  }
}

extension RuleStatement {
  @MainActor static let parameters = Parameters()

  @MainActor
  struct Parameters {
    let event = Argument<String?>(
      "EVENT", "the event's name, or the beginning of names: api.data.*", completion: "events")
    let condition = Argument<[String]>(
      "STATEMENT", "where and an expression, if only some events count, then do and a command")
    let once = Flag("once", "remove the rule after its first run")
    let debounce = Option<Int?>(
      "debounce", value: "MS",
      "run only once no further event has come for this many milliseconds, with the last one",
      in: 1...3_600_000)
    let durable = Option<String?>(
      "durable", value: "NAME",
      "keep the place in the server's events under this name, so that none is missed")
    let shared = Flag(
      "shared", "share the events with all workers of that name: each goes to one of them")
    let parallel = Option<Int?>(
      "parallel", value: "N", "run up to N times at once, each in variables of its own",
      in: 1...64)
    let maxTries = Option<Int?>(
      "max-tries", value: "N", "set an event aside after N failed runs; 5 by default", in: 1...1_000
    )
    let order = Option<String?>(
      "in-order", value: "FIELD", "handle the events with the same value of this field in order")
    let quiet = Flag("quiet", "at a prompt, keep what its runs print for 'jobs show'")
    let restart = Option<Int?>(
      "restart", value: "N", "start rule N again, which failures have stopped", in: 1...Int.max,
      completion: "rules")

    var specification: CommandSpecification {
      CommandSpecification(
        "on", abstract: "Run a command when an event comes, or list the rules",
        discussion: """
          'on EVENT do COMMAND' makes a rule; everything up to the next ';' is its command, pipes and \
          files included. 'on' alone lists the rules, 'off N' removes one. EVENT is a name such as \
          api.data.inserted, or the beginning of names: api.data.* or *.

          A rule keeps the API and the environment that were current when it was made: its commands go \
          there, and events of another environment do not start it. 'wh:api.data.*' means the events of \
          the API wh instead, in the environment that is chosen for it then.

          In the command, $event is the event: its name, its time and its own fields, such as \
          $event.resource. They are read when the command runs, and ${event.id:-none} gives a text for \
          a field that the event does not have. All other variables and settings are those of the \
          moment at which the rule was made. What a run changes stays with the rule, for its next runs.

          'where' takes the same conditions as the stage of that name. A field that an event does not \
          have is empty; one that no such event can have is an error. $event.record is the record that \
          was added or changed, if the server sends it: in its answer to a write of yours, or with its \
          event.

          A rule's runs are jobs, one at a time and in order. At a prompt, what they print is shown above \
          the line that you type, unless --quiet is given. Up to 10,000 events wait for a rule; then the \
          oldest are dropped. What a run causes never starts the same rule again. Five failures in a row \
          stop a rule; the list says why, and 'on --restart N' starts it again.

          A script ends its rules when it ends. With 'wait' at its end it is a worker: it runs until \
          SIGTERM, and finishes the run under way. --durable keeps the place in the events of the \
          environment's server: the next start of the worker goes on after the last event whose run has \
          ended. All durable rules of a shell share one name.

          With --shared as well, workers on any number of machines share the events of the environment's \
          stream: each event goes to one of them, and counts as handled when its run has ended. An event \
          whose run fails comes again later, to any of them, and is set aside after --max-tries; so no \
          failure stops the rule. The runs of --parallel have variables of their own. $event.tries says \
          which try it is, and $event.message_id is the same at each. Where an environment has \
          idempotencyKeys, a repeated run sends its writes with the same keys.
          """,
        examples: [
          .init("on api.data.* do print $event.name $event.resource", "prints what changes"),
          .init(
            "on api.data.inserted where resource ~ reviews --once do print 'a review!'",
            "waits for the first review"),
          .init(
            "on orders.* --durable mails --shared --parallel 4 do print $event.name",
            "shares the work with other machines"),
          .init("on", "lists the rules"),
        ],
        parameters: [
          event, condition, once, debounce, durable, shared, parallel, maxTries, order, quiet,
          restart,
        ], columns: RuleStatement.columns
      ).parsingOptions(.knownOnly)
    }

    fileprivate func pattern(
      in arguments: BoundArguments, _ environments: (String?) -> String?
    ) throws -> (EventPattern, environment: String?) {
      var text = arguments.text("EVENT") ?? ""
      var environment = environments(nil)
      if let colon = text.firstIndex(of: ":") {
        let api = String(text[..<colon])
        environment = environments(api)
        guard environment != nil else {
          throw ShellError(
            .usage, "no API is called '\(api)'", hint: "'api list' lists them",
            word: arguments.words(of: "EVENT").first)
        }
        text = String(text[text.index(after: colon)...])
      }
      guard let pattern = EventPattern(parsing: text) else {
        throw ShellError(
          .usage, "'\(text)' is not a name of events",
          hint: "write a dotted name, whose last part may be *: api.data.*",
          word: arguments.words(of: "EVENT").first)
      }
      return (pattern, environment)
    }

    /// Call it once the other options are known to fit.
    fileprivate func sharing(in arguments: BoundArguments) throws -> Sharing? {
      guard arguments.flag("shared") else {
        for option in ["parallel", "max-tries", "in-order"] {
          guard let word = arguments.word(of: option) else { continue }
          throw ShellError(
            .usage, "--\(option) is for shared rules", hint: "add --durable NAME --shared",
            word: word)
        }
        return nil
      }
      guard arguments.text("durable") != nil else {
        throw ShellError(
          .usage, "--shared needs --durable NAME",
          hint: "workers with the same name share the events", word: arguments.word(of: "shared"))
      }
      if arguments.flag("once") {
        throw ShellError(
          .usage, "--shared and --once cannot be used together",
          hint: "a shared rule runs for each event", word: arguments.word(of: "once"))
      }
      let number = { arguments.text($0).flatMap { try? Int(parameter: $0) } }
      let standard = Sharing.standard
      return Sharing(
        parallel: number("parallel") ?? standard.parallel,
        maxTries: number("max-tries") ?? standard.maxTries, order: arguments.text("in-order"))
    }

    fileprivate func condition(
      in arguments: BoundArguments, _ scope: any VariableScope, fields: [String]?
    ) throws -> (Evaluator?, text: String) {
      let places = arguments.words(of: "STATEMENT")
      guard let first = places.first else { return (nil, "") }
      guard arguments.words[first].isBare("where") else {
        throw ShellError(
          .usage, "'\(arguments.words[first].text)' is neither 'where' nor 'do'",
          hint: "on EVENT where EXPRESSION do COMMAND…", word: first)
      }
      let words = places.dropFirst().map { arguments.words[$0] }
      let expression: Expression
      do throws(ExpressionError) {
        expression = try Expression(words)
      } catch {
        throw ShellError(
          .usage, error.message, hint: error.hint, word: error.word.map { places[$0 + 1] } ?? first)
      }
      var condition = try Evaluator(expression, isCondition: true, in: scope) { places[$0 + 1] }
      if let fields { try condition.resolve(in: fields.map { Column($0) }) }
      condition.resolveInside()
      let texts = try words.map { word in
        try word.loneVariable.map { try scope.value(of: $0).plainText } ?? word.text
      }
      return (condition, texts.joined(separator: " "))
    }
  }

  static let columns = [
    Column("rule"), Column("event"), Column("where"), Column("options"), Column("do", width: 40),
    Column("runs"), Column("failures"), Column("waiting"), Column("stopped"),
  ]

  var optionsText: String {
    var texts = runsOnce ? ["--once"] : []
    if let debounce {
      let (seconds, attoseconds) = debounce.components
      texts.append("--debounce \(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)")
    }
    if let durable { texts.append("--durable \(durable)") }
    if let sharing {
      texts.append("--shared")
      if sharing.parallel != Sharing.standard.parallel {
        texts.append("--parallel \(sharing.parallel)")
      }
      if sharing.maxTries != Sharing.standard.maxTries {
        texts.append("--max-tries \(sharing.maxTries)")
      }
      if let order = sharing.order { texts.append("--in-order \(order)") }
    }
    if isQuiet { texts.append("--quiet") }
    return texts.joined(separator: " ")
  }
}
