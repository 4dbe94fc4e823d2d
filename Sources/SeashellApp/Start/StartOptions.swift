import CoreSystem
import Glibc
import ShellOutput
import ShellCommands
import ShellLanguage
import ShellRuntime
import SeashellKit

struct StartOptions {
  enum Source: Equatable {
    case input
    case text(String)
    case file(String, arguments: [String])
    case words([String])
    case version
    case help
  }

  var source = Source.input
  var environments: [String] = []
  var modules: [TemporaryModule] = []
  var output: OutputFormat?
  var keepsGoing = false
  var isQuiet = false
  var isVerbose = false
  var tracesCurl = false
  /// The configuration file to read in place of `config.json`.
  var configuration: String?
  var readsConfiguration = true
  var isInsecure = false
  var isOffline = false
  var isAnonymous = false
  /// The modules as they were given.
  private let moduleTexts: [String]
  /// The role of the process, if its first command has one.
  let role: (any ProcessRole)?

  init(_ words: [String], of identity: ShellIdentity, roles: [any ProcessRole] = []) throws {
    let binder = ArgumentBinder(.ofProgram(identity), path: identity.name)
    let bound = try binder.bind(Self.separated(words).map { Word($0) }, from: 0)
    environments = bound.texts("env")
    moduleTexts = bound.texts("with")
    modules = try moduleTexts.map(TemporaryModule.init)
    output = try bound.outputFormat.map(OutputFormat.init(named:))
    keepsGoing = bound.flag("keep-going")
    isQuiet = bound.flag("quiet")
    isVerbose = bound.flag("verbose")
    tracesCurl = bound.flag("curl")
    configuration = bound.text("config")
    readsConfiguration = !bound.flag("no-config")
    if configuration != nil, !readsConfiguration {
      throw ShellError(.usage, "--config and --no-config cannot be used together")
    }
    isInsecure = bound.flag("insecure")
    isOffline = bound.flag("offline")
    isAnonymous = bound.flag("anonymous")
    source = try Self.source(bound)
    let first =
      switch source {
      case .words(let words): words.first
      case .text(let text): String(Substring(text.utf8.drop { $0 == 32 }.prefix { $0 != 32 }))
      default: nil as String?
      }
    role = roles.first { $0.word == first }
    if completes { readOptionsOfCompletedWords(identity) }
  }

  /// The first word of the single command to run; nil for a script and a prompt.
  var command: String? {
    guard case .words(let words) = source else { return nil }
    return words.first
  }

  var runsOneCommand: Bool { if case .words = source { true } else { false } }

  /// Whether the program runs commands, which may send requests.
  var runsCommands: Bool { source != .version && source != .help }

  /// Whether the program serves another one, so that standard input and output carry a protocol.
  var serves: Bool { runsOneCommand && role?.serves == true }

  /// Whether the program completes a command line for another shell; then it sends nothing over a network.
  var completes: Bool {
    guard case .words(let words) = source else { return false }
    return words.first == "complete"
  }

  /// Applies the environment and the configuration options of the command line to be completed.
  private mutating func readOptionsOfCompletedWords(_ identity: ShellIdentity) {
    guard case .words(let words) = source, let mark = words.firstIndex(of: "--") else { return }
    let binder = ArgumentBinder(.ofProgram(identity), path: identity.name)
    // The last word is still being typed.
    let scanner = OptionScanner(
      binder, words: words[(mark + 1)...].dropLast().map { Word($0) }, from: 0, isStrict: false)
    environments = scanner.text(ofOptionNamed: "env").map { [$0] } ?? environments
    configuration = scanner.text(ofOptionNamed: "config") ?? configuration
    if scanner.word(ofOption: "no-config") != nil { readsConfiguration = false }
  }

  /// Throws if the configuration file of the option does not exist, even at a prompt, since the
  /// user has asked for it.
  func directories(
    of identity: ShellIdentity, variable: (String) -> String?
  ) throws -> Directories {
    let directories = Directories(name: identity.name, environment: variable)
    guard let configuration else { return directories }
    if !bearsBrokenConfiguration, access(configuration, F_OK) != 0 {
      throw ShellError(
        .usage, "--config: cannot read '\(configuration)': \(SystemError.reason())")
    }
    return directories.reading(configuration)
  }

  /// Whether the program only prints help or its version, even with a broken configuration.
  var printsHelpOrVersion: Bool {
    guard case .words(let words) = source else { return !runsCommands }
    return ["help", "version", "complete"].contains(words.first)
      || words.contains { $0 == "--help" || $0 == "-h" }
  }

  var bearsBrokenConfiguration: Bool { printsHelpOrVersion || looksForErrors }

  /// Whether it reports what is wrong with the configuration instead of failing.
  var looksForErrors: Bool { role?.bearsBrokenConfiguration == true }

  @MainActor
  func apply(to settings: ShellSettings) {
    settings.output = output
    settings.keepsGoing = keepsGoing
    settings.isQuiet = isQuiet
    if isVerbose { settings.verbose.raise() }
    if tracesCurl {
      settings.tracesCurl.raise()
      settings.note(.option("--curl"), of: "trace")
    }
    if isOffline { settings.offline.value = .auto }
    if isAnonymous { settings.anonymous.raise() }
    if completes { settings.offline.value = .always }
    if let output { settings.note(.option("-o \(output.rawValue)"), of: "output") }
    for (name, isGiven) in [
      ("keep-going", keepsGoing), ("quiet", isQuiet), ("verbose", isVerbose),
      ("offline", isOffline), ("anonymous", isAnonymous),
    ] where isGiven { settings.note(.option("--\(name)"), of: name) }
  }

  private static func source(_ bound: BoundArguments) throws -> Source {
    if bound.wantsHelp { return .help }
    if bound.flag("version") { return .version }
    let words = bound.texts("WORD")
    switch (bound.text("command"), bound.text("file")) {
    case (_?, _?):
      throw ShellError(.usage, "-c and -f cannot be used together")
    case (let text?, nil):
      guard words.isEmpty else {
        throw ShellError(
          .usage, "-c takes one argument, but more follow it", hint: "quote the whole text")
      }
      return .text(text)
    case (nil, let file?):
      return .file(file, arguments: words)
    case (nil, nil):
      return words.isEmpty ? .input : .words(words)
    }
  }

  /// Returns the options for another process of this program, which then runs something else.
  ///
  /// - Parameter environment: the environment of that process; nil for those of the command line.
  func launchWords(on environment: String?) -> [String] {
    var words: [String] = []
    for environment in environment.map({ [$0] }) ?? environments { words += ["-e", environment] }
    for module in moduleTexts { words += ["--with", module] }
    if let output { words += ["-o", output.rawValue] }
    if let configuration { words += ["--config", configuration] }
    for (isGiven, name) in [
      (keepsGoing, "keep-going"), (isQuiet, "quiet"), (isVerbose, "verbose"),
      (tracesCurl, "curl"), (!readsConfiguration, "no-config"), (isInsecure, "insecure"),
      (isOffline, "offline"), (isAnonymous, "anonymous"),
    ] where isGiven { words.append("--\(name)") }
    return words
  }

  /// Inserts `--` after the name of a script, so that later options belong to the script.
  private static func separated(_ words: [String]) -> [String] {
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "--" {
      switch words[index] {
      case "-f", "--file":
        guard index + 2 < words.count else { return words }
        return words[...(index + 1)] + ["--"] + words[(index + 2)...]
      case "-c", "--command", "-e", "--env", "-o", "--output", "--with", "--config": index += 2
      default: index += 1
      }
    }
    return words
  }
}
