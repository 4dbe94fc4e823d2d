import ShellCommands
import ShellLanguage

/// Reads a command piece by piece, and says where its secrets begin.
///
/// It goes by names alone and not by the grammar, so that it works on a line that does not parse. A
/// command's name counts wherever it stands, in a quoted text too: an alias may be made of it. At the
/// place of a command's name a misspelt one counts as well, and so does a variable.
@MainActor
struct SecretScanner {
  /// Where secrets begin.
  enum Finding {
    /// There is none so far.
    case nothing
    /// With the piece that was just read: an option that takes a secret, or that nobody knows.
    case here
    /// Behind the piece that was just read: it names a command whose words are secret, or may.
    case behind
  }

  /// What the next piece is expected to be.
  private enum Place {
    /// A command's or a module's name.
    case command
    /// One of the commands of a module.
    case module(CommandTable)
    /// What follows a name that does not exist: the command's name where the module's is misspelt.
    case unknown
    /// A word of a command.
    case words(CommandTable.Entry)
    /// Any text.
    case text
  }

  private let shell: Shell
  /// The names that a misspelt one may be meant for.
  private let names: [String]
  private var place = Place.command
  /// The last piece, which may name a module, and what it stands for.
  private var previous: [String] = []
  /// The commands named so far that have secret options.
  private var armed: [CommandTable.Entry] = []

  /// Makes a scanner that expects a command's name.
  ///
  /// - Parameter names: the names of ``Shell/secretNames``.
  init(_ shell: Shell, names: [String]) {
    self.shell = shell
    self.names = names
  }

  /// Whether a command's name is expected next.
  var expectsCommand: Bool { if case .command = place { true } else { false } }

  /// Expects a command's name next.
  mutating func beginCommand() { place = .command }

  /// Expects no command's name next.
  mutating func beginText() { place = .text }

  /// Reads the next piece; after a finding there is nothing more to read.
  mutating func read(_ piece: String) -> Finding {
    defer { previous = [piece] }
    if armed.contains(where: { $0.specification.options.contains { $0.takesSecret(by: piece) } }) {
      return .here
    }
    let named =
      [shell.builtins[piece], shell.modules.commands(of: piece)?.sole]
      + previous.map { shell.modules.commands(of: $0)?[piece] }
    for case let entry? in named {
      if entry.specification.hasSecretWords { return .behind }
      arm(entry)
    }
    return advance(over: piece)
  }

  /// Goes on behind an alias, whose name was read last.
  ///
  /// - Parameters:
  ///   - end: a scanner that has read the alias's words.
  ///   - isCommand: whether the alias stands where a command's name was expected.
  mutating func goOn(behind end: SecretScanner, isCommand: Bool) {
    for entry in end.armed { arm(entry) }
    previous += end.previous
    if isCommand { place = end.place }
  }

  private mutating func arm(_ entry: CommandTable.Entry) {
    let isNew = !armed.contains { $0 === entry }
    if isNew, entry.specification.options.contains(where: \.isSecret) { armed.append(entry) }
  }

  private mutating func advance(over piece: String) -> Finding {
    switch place {
    case .command: return advance(overName: piece)
    case .module(let commands):
      if let entry = commands[piece] {
        place = .words(entry)
      } else {
        place = .text
        return finding(behind: commands, piece)
      }
    case .unknown:
      place = .text
      if isMisspelt(piece) { return .behind }
    case .words(let entry):
      if entry.specification.hasSecrets, !entry.binder.knowsOption(piece) { return .here }
    case .text: break
    }
    return .nothing
  }

  /// What an unknown command of a module comes to; where it resembles none, it may be a secret itself.
  private func finding(behind commands: CommandTable, _ piece: String) -> Finding {
    guard commands.hasSecrets else { return .nothing }
    let isSecret =
      piece.utf8.first != UInt8(ascii: "-") && commands.hasSecretWords
      && Spelling.nearest(to: piece, among: commands.names) == nil
    return isSecret ? .here : .behind
  }

  private mutating func advance(overName piece: String) -> Finding {
    if let entry = shell.builtins[piece] ?? shell.modules.commands(of: piece)?.sole {
      let takesStatement = entry.specification.arguments.last?.completion == "statements"
      place = takesStatement ? .command : .words(entry)
    } else if let commands = shell.modules.commands(of: piece) {
      place = .module(commands)
    } else if piece.utf8.contains(UInt8(ascii: "$")) {
      return .behind
    } else if shell.aliases[piece] == nil {
      if isMisspelt(piece) { return .behind }
      place = .unknown
    }
    return .nothing
  }

  private func isMisspelt(_ word: String) -> Bool {
    Spelling.nearest(to: word, among: names) != nil
  }
}

extension Shell {
  /// The names of the commands with secret words, and of the modules whose commands take secrets.
  var secretNames: [String] {
    modules.names.flatMap { module -> [String] in
      guard let commands = modules.commands(of: module), commands.hasSecrets else { return [] }
      return [module]
        + commands.all.filter(\.specification.hasSecretWords).map(\.specification.name)
    }
  }
}

extension CommandTable {
  /// Whether the words of one of the commands are secret.
  var hasSecretWords: Bool { all.contains { $0.specification.hasSecretWords } }

  /// Whether one of the commands may be given secrets.
  var hasSecrets: Bool { all.contains { $0.specification.hasSecrets } }
}

extension OptionSpecification {
  /// Whether a word may give the option, and the option takes a secret: `--name`, `--name=value`, `-n`
  /// or `-nvalue`.
  fileprivate func takesSecret(by word: String) -> Bool {
    guard isSecret, word.utf8.first == UInt8(ascii: "-") else { return false }
    if word == "--\(name)" || word.hasPrefix("--\(name)=") { return true }
    guard let short, !word.hasPrefix("--") else { return false }
    return word.contains(short)
  }
}

extension ArgumentBinder {
  /// Whether a word is no option, or begins with one that the command has.
  fileprivate func knowsOption(_ text: String) -> Bool {
    guard Word(text).looksLikeOption, text != "--", !isNegativeNumber(text) else { return true }
    if text.hasPrefix("--") { return option(named: OptionScanner.parts(of: text).name) != nil }
    for letter in text.dropFirst() {
      guard let option = option(letter: String(letter)) else { return false }
      if !options[option].isFlag { return true }
    }
    return true
  }
}
