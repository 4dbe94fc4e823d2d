import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// The state that the parts of a shell share.
@MainActor
final class ShellState {
  let identity: ShellIdentity
  let bus: EventBus
  /// The shell's own commands and those of the loaded modules.
  let modules: ModuleRegistry
  /// Where the user is, in each environment.
  let places: Places
  let settings: ShellSettings
  let streams: StandardStreams
  let interrupts: Interrupts
  /// The clock of all waits.
  let clock: any Clock<Duration>
  /// The jobs of the shell and of its subshells.
  let jobs: JobTable
  /// The rules of the shell.
  let rules: RuleTable
  /// The job that a subshell runs; nil outside jobs.
  var job: Job?
  /// The shell itself, of which this is a subshell; nil for the shell itself.
  private let main: ShellState?

  var variables: Variables
  /// The aliases by name.
  var aliases: [String: Alias] = [:]
  /// The recent events, which `events` lists.
  private(set) var events: EventLog
  /// The commands and stages of a subshell, which act on its own state; nil for the shell itself,
  /// whose commands the registry has.
  var ownCommands: (builtins: CommandTable, stages: CommandTable)?

  /// The script that prompts begin with, which keeps settings; nil if there is none.
  var startupFile: StartupFile?
  /// Returns the script that is running and the line of its statement; nil outside scripts.
  var scriptPlace: (@MainActor () -> (name: String, line: Int))?

  /// The prompt at which a user types; nil in a script.
  var prompt: PromptState?

  /// The format that `-o` asked for before the only command of this shell; nil if there is none.
  var formatOption: OutputFormat?

  /// The console of commands; at a prompt, the user's.
  let console: any Console
  /// Starts posting on the bus what other users change, and returns a function that stops it; nil
  /// if there is no source of such changes.
  ///
  /// A durable following posts the changes one by one, and throws `ShellError` if their place cannot
  /// be kept.
  var followOthers: (@MainActor (DurableFollowing?) throws -> @MainActor () -> Void)?

  /// Returns the name of the environment that requests go to if it is a production environment.
  var production: (@MainActor () -> String?)?

  /// What `version -v` and a report of problems say of the libraries that the shell uses.
  var libraries: (@MainActor () -> [LibraryVersion])?

  /// Where the command of a pipeline writes in place of standard output, and so every script that
  /// it sources; nil outside such a pipeline.
  var outlet: (destination: Destination, descriptor: Int32)?
  /// The standard error of programs; nil for that of the process.
  var errorDescriptor: Int32?
  /// Reads what the programs of a job print; nil outside jobs.
  ///
  /// A job's programs are in process groups of their own, out of Ctrl-C's reach.
  var programs: ProgramRelay?
  /// Whether a subshell runs a statement that was typed.
  private let runsTypedStatement: Bool
  /// Receives the functions that read the states that the commands show; nil unless `watch` runs
  /// them.
  var observer: (@MainActor (@escaping @MainActor () -> Void) -> Void)?
  /// Takes the notice that a statement's results come from a store; nil if the console shows it.
  var storeNoticeReceiver: (@MainActor (StoredAnswerNotice) -> Void)?
  /// Creates a screen for `watch`; nil if there is no terminal.
  var liveScreen: (@MainActor () -> (any LiveScreen)?)?
  /// Returns a variable of the process's environment.
  let environment: (String) -> String?
  /// Returns the names of the variables of the process's environment.
  var environmentNames: () -> [String] = { [] }
  /// Returns what the manual says beside the commands.
  var facts: @MainActor () -> ProgramFacts = { ProgramFacts() }
  /// Whether standard input is the script, so that no command can read it.
  var readsScriptFromInput = false
  /// How many writes of commands were put into the queue.
  private(set) var postponedCount = 0
  /// The number of script files that are running inside one another.
  var scriptDepth = 0
  /// The number of commands that are running inside one another.
  private var commandDepth = 0

  /// The largest number of commands that may run inside one another.
  nonisolated static let maximumCommandDepth = 100

  init(
    identity: ShellIdentity, bus: EventBus, settings: ShellSettings, streams: StandardStreams,
    console: any Console, interrupts: Interrupts, clock: any Clock<Duration>,
    environment: @escaping (String) -> String?
  ) {
    self.identity = identity
    self.bus = bus
    self.settings = settings
    self.streams = streams
    self.console = console
    self.interrupts = interrupts
    self.clock = clock
    jobs = JobTable()
    rules = RuleTable(bus: bus)
    main = nil
    runsTypedStatement = false
    modules = ModuleRegistry(bus: bus, program: identity.name)
    places = Places(modules: modules, bus: bus)
    self.environment = environment
    variables = Variables(environment: environment)
    events = EventLog(bus: bus, excluding: [CommandFinished.self])
  }

  /// Creates the state of a subshell, which runs statements beside another shell's own.
  ///
  /// It has copies of that shell's settings, variables and places, and shares its modules, its events and its
  /// jobs.
  ///
  /// - Parameters:
  ///   - outer: the other shell's state.
  ///   - streams: the outputs of its commands.
  ///   - console: the console of its commands.
  init(subshellOf outer: ShellState, streams: StandardStreams, console: any Console) {
    identity = outer.identity
    bus = outer.bus
    modules = outer.modules
    settings = outer.settings.copy()
    self.streams = streams
    self.console = console
    interrupts = Interrupts()
    clock = outer.clock
    jobs = outer.jobs
    rules = outer.rules
    main = outer.root
    places = outer.places.copy()
    environment = outer.environment
    startupFile = outer.startupFile
    variables = outer.variables
    aliases = outer.aliases
    runsTypedStatement = outer.replacesAliases
    job = outer.job
    events = outer.events
    followOthers = outer.followOthers
    environmentNames = outer.environmentNames
    facts = outer.facts
    production = outer.production
    libraries = outer.libraries
    // Only the shell itself reads the user's input.
    readsScriptFromInput = true
  }

  /// The shell's own commands.
  var builtins: CommandTable { ownCommands?.builtins ?? modules.builtins }

  /// The stages of pipelines.
  var stages: CommandTable { ownCommands?.stages ?? modules.stages }

  /// Returns the stage that the words after a `|` begin with; nil if they name a program.
  func stage(of words: [Word]) -> CommandTable.Entry? {
    modules.stage(of: words, among: stages)
  }

  /// The shell itself, of which this may be a subshell.
  var root: ShellState { main ?? self }

  /// Whether aliases are replaced: in typed statements, also when a subshell runs them.
  private var replacesAliases: Bool { isTyped || runsTypedStatement && scriptDepth == 0 }

  /// Whether the current statement was typed: only then the user is asked for what the
  /// statement leaves out.
  var isTyped: Bool { prompt != nil && scriptDepth == 0 }

  /// The name of the environment that requests go to; nil if it is not a production environment.
  var productionEnvironment: String? { production?() }

  /// Whether the user has interrupted the current statement.
  var isInterrupted: Bool { interrupts.flag.isRaised }

  /// Where a setting that is changed now has its value from.
  var settingSource: SettingSource {
    guard scriptDepth > 0, let (name, line) = scriptPlace?() else { return .here }
    return .script(name == startupFile?.path ? startupFile?.name ?? name : name, line: line)
  }

  /// Where results go.
  var destination: Destination { outlet?.destination ?? streams.destination }

  /// The console on which a form asks for what a command leaves out; nil inside a script file, and
  /// if there is no user to answer.
  var formConsole: (any Console)? {
    guard scriptDepth == 0 else { return nil }
    if let prompt { return prompt.console }
    return console.isInteractive ? console : nil
  }

  /// Adds finished commands to the events that `events` lists; a script runs too many for that.
  func logCommands() {
    events = EventLog(bus: bus)
  }

  /// Calls a body in which a command runs other commands.
  ///
  /// - Throws: ``ShellError`` if commands run inside one another too deeply, and what the body
  ///   throws.
  func nesting<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard commandDepth < Self.maximumCommandDepth else {
      throw ShellError(
        .limit, "commands are nested more than \(Self.maximumCommandDepth) deep")
    }
    commandDepth += 1
    defer { commandDepth -= 1 }
    return try await body()
  }

  /// Replaces the variables in a command's words and, at a prompt, the alias at their beginning.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  func expand(_ words: [Word]) throws -> [Word] {
    let words = replacesAliases ? unaliased(words) : words
    guard words.haveVariables else { return words }
    var expanded: [Word] = []
    expanded.reserveCapacity(words.count)
    for word in words {
      if word.hasVariables {
        expanded += try variables.words(of: word)
      } else {
        expanded.append(word)
      }
    }
    return expanded
  }

  /// Replaces the variables in the words of a stage.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  func expand(arguments words: [Word]) throws -> [Word] {
    words.haveVariables ? try words.flatMap { try variables.words(of: $0) } : words
  }

  /// Replaces the variables in the words of a stage, except `$it`.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  func expandKeepingItem(_ words: [Word]) throws -> [Word] {
    words.haveVariables ? try words.flatMap { try variables.wordsKeepingItem(of: $0) } : words
  }

  /// Replaces an alias at the beginning of typed words by its own words.
  func unaliased(_ words: [Word]) -> [Word] {
    guard replacesAliases, case .literal(let name) = words[0].content, !words[0].isQuoted,
      let alias = aliases[name]
    else { return words }
    let replacement = alias.words.map { word in
      var word = word
      (word.start, word.end) = (words[0].start, words[0].end)
      return word
    }
    return replacement + words.dropFirst()
  }
}

extension ShellState: CommandHost {
  /// Shows that a command's write waits in the queue.
  func notify(_ postponed: CommandPostponed) {
    postponedCount += 1
    console.notify(postponed.notice)
  }

  /// Shows how many writes of a stage wait in the queue.
  func notify(postponed count: Int) {
    guard count > 0 else { return }
    postponedCount += count
    console.notify(
      count == 1
        ? "1 write waits; 'queue list' shows it" : "\(count) writes wait; 'queue list' shows them")
  }

  func report(_ notice: String) {
    if !settings.isQuiet { streams.report(notice) }
  }

  /// Says that results come from a store; in JSON if the results are JSON.
  func report(_ notice: StoredAnswerNotice, _ format: OutputFormat?) {
    if let storeNoticeReceiver { return storeNoticeReceiver(notice) }
    switch format {
    case .json, .jsonl: console.notify(notice.jsonText())
    case .table, .tsv, .csv, nil: console.notify(notice.text())
    }
  }

  func observe(_ read: @escaping @MainActor () -> Void) { observer?(read) }

  func beginHandlingTermination() {
    interrupts.termination.begin(handlesSignal: !interrupts.isAtPrompt)
  }

  func endHandlingTermination() { interrupts.termination.end() }

  func waitForTermination() async throws {
    ProgressScope.current?.pause()
    defer { ProgressScope.current?.resume() }
    try await interrupts.termination.wait(handlesSignal: !interrupts.isAtPrompt)
  }
}

/// What the shell knows of the user at its prompt.
@MainActor
final class PromptState {
  /// Reads lines and holds the history.
  let reader: any LineReader
  let console: any Console
  /// Whether typed statements are added to the history.
  var keepsHistory = true
  /// The statement being typed or run: its lines, joined by newlines.
  var statement = ""

  init(reader: any LineReader, console: any Console) {
    self.reader = reader
    self.console = console
  }
}
