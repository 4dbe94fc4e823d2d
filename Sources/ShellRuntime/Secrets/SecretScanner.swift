import CoreSecrets
import ShellCommands
import ShellLanguage

/// Reads a command piece by piece, and finds the start of its secrets.
///
/// Each command declares which of its words are secret; a word with a credential's name is secret in any
/// command. The scanner looks only at names, not at the grammar, so that it works on lines that cannot be
/// parsed. A command's name counts anywhere, even in quoted text, which may define an alias. Where a
/// command's name is expected, a misspelt name or a variable counts too.
@MainActor
struct SecretScanner {
  enum Finding {
    case nothing
    /// The piece just read: it is an option that takes a secret, or an unknown option.
    case here
    /// After the piece just read: it names, or may name, a command whose words are secret.
    case next
  }

  /// The possible meanings of the next piece.
  private enum Place {
    case command
    case module(CommandTable)
    /// The word after an unknown name: a command's name, if the module's name is misspelt.
    case unknown
    case words(CommandTable.Entry)
    case text
  }

  private let modules: ModuleRegistry
  private let aliases: [String: Alias]
  private let names: [String]
  private var place = Place.command
  /// The last piece and, for an alias, its last word: each may be a module's name.
  private var previous: [String] = []
  /// The commands with secret options that were named so far.
  private var armed: [CommandTable.Entry] = []

  /// `names` are those of ``ModuleRegistry/secretNames``.
  init(_ shell: Shell, names: [String]) {
    modules = shell.modules
    aliases = shell.aliases
    self.names = names
  }

  var expectsCommand: Bool { if case .command = place { true } else { false } }

  mutating func beginCommand() { place = .command }

  mutating func beginText() { place = .text }

  /// Reads the next piece; the scan ends with the first finding.
  mutating func read(_ piece: String) -> Finding {
    defer { previous = [piece] }
    modules.open(apiNamed: piece)
    if armed.contains(where: { $0.specification.options.contains { $0.takesSecret(by: piece) } }) {
      return .here
    }
    if assignsCredential(piece) { return .here }
    let named =
      [
        modules.builtins[piece],
        modules.knownCommands(of: piece).flatMap { $0.own ?? $0.only },
      ]
      + previous.map { modules.knownCommands(of: $0)?[piece] }
    for case let entry? in named {
      if entry.specification.hasSecretWords { return .next }
      arm(entry)
    }
    return advance(over: piece)
  }

  /// Continues after an alias, whose name was the last piece.
  ///
  /// `end` has read the alias's words.
  mutating func `continue`(after end: SecretScanner, isCommand: Bool) {
    for entry in end.armed { arm(entry) }
    previous += end.previous
    if isCommand { place = end.place }
  }

  /// Whether a piece contains or begins a credential, judging by its name: `--token`, `api_key=…`,
  /// `?access_token=…`, and `=` after `password`.
  private func assignsCredential(_ piece: String) -> Bool {
    if piece.hasPrefix("--"), CredentialName.isCredential(piece.prefix { $0 != "=" }, in: .field) {
      return true
    }
    let marks = piece.utf8.indices.filter { ":=".utf8.contains(piece.utf8[$0]) }
    for mark in marks {
      guard mark != piece.startIndex else {
        if previous.contains(where: { CredentialName.isCredential($0, in: .field) }) { return true }
        continue
      }
      // An address's scheme is not a name, and a word followed by a colon may be part of a text.
      let rest = piece[mark...].dropFirst()
      guard piece.utf8[mark] != UInt8(ascii: ":") || !(rest.isEmpty || rest.hasPrefix("//")) else {
        continue
      }
      let start = piece[..<mark].lastIndex { "?&;,{(\"'".contains($0) }
      let name = piece[(start.map(piece.index(after:)) ?? piece.startIndex)..<mark]
      let isInAddress =
        start.map { "?&;".contains(piece[$0]) } ?? previous.contains { $0 == "--query" }
      if CredentialName.isCredential(name, in: isInAddress ? .address : .field) { return true }
    }
    return false
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
        return finding(at: piece, in: commands)
      }
    case .unknown:
      place = .text
      if isMisspelt(piece) { return .next }
    // The following words are not options of the command, but perhaps of the program that it is about.
    case .words where piece == "--": place = .text
    case .words(let entry):
      if entry.specification.hasSecrets, !entry.binder.knowsOption(piece) { return .here }
    case .text: break
    }
    return .nothing
  }

  /// Returns the finding for an unknown command of a module; if it resembles no command, it may itself be a
  /// secret.
  private func finding(at piece: String, in commands: CommandTable) -> Finding {
    guard commands.hasSecrets else { return .nothing }
    let isSecret =
      piece.utf8.first != UInt8(ascii: "-") && commands.hasSecretWords
      && Spelling.nearest(to: piece, among: commands.names) == nil
    return isSecret ? .here : .next
  }

  private mutating func advance(overName piece: String) -> Finding {
    if let entry = modules.builtins[piece] ?? modules.knownCommands(of: piece)?.sole {
      let takesStatement = entry.specification.arguments.last?.completion == "statements"
      place = takesStatement ? .command : .words(entry)
    } else if let commands = modules.knownCommands(of: piece) {
      place = .module(commands)
    } else if piece.utf8.contains(UInt8(ascii: "$")) {
      return .next
    } else if let entry = modules.secretCommand(ofPlaces: piece) {
      if entry.specification.hasSecretWords { return .next }
      arm(entry)
      place = .words(entry)
    } else if aliases[piece] == nil {
      if isMisspelt(piece) { return .next }
      place = .unknown
    }
    return .nothing
  }

  private func isMisspelt(_ word: String) -> Bool {
    Spelling.nearest(to: word, among: names) != nil
  }
}

extension ModuleRegistry {
  /// Returns a command that takes secrets and can run by its name alone, since its module has places, if
  /// there is one.
  fileprivate func secretCommand(ofPlaces name: String) -> CommandTable.Entry? {
    commandsOfPlaces.lazy.compactMap { $0[name] }.first { $0.specification.hasSecrets }
  }

  /// The names of commands with secret words, of modules whose commands take secrets, and of commands that
  /// take secrets and can run by their names alone.
  var secretNames: [String] {
    knownCommands.flatMap { module, commands -> [String] in
      guard commands.hasSecrets else { return [] }
      return [module]
        + commands.all.filter(\.specification.hasSecretWords).map(\.specification.name)
    }
      + commandsOfPlaces.flatMap { commands in
        commands.all.filter(\.specification.hasSecrets).map(\.specification.name)
      }
  }
}

extension CommandTable {
  var hasSecretWords: Bool { all.contains { $0.specification.hasSecretWords } }

  var hasSecrets: Bool { all.contains { $0.specification.hasSecrets } }
}

extension OptionSpecification {
  /// Whether the option takes a secret and a word may be the option: `--name`, `--name=value`, `name=value`,
  /// `-n` or `-nvalue`.
  fileprivate func takesSecret(by word: String) -> Bool {
    guard isSecret else { return false }
    if word.utf8.first == UInt8(ascii: "-"), !word.hasPrefix("--") {
      return short.map(word.contains) ?? false
    }
    let isNamed = word.hasPrefix("--")
    let (typed, value) = OptionScanner.parts(of: isNamed ? word : "--" + word)
    return (isNamed || value != nil)
      && (typed == name || OptionSpecification.dashed(typed) == name)
  }
}

extension ArgumentBinder {
  /// Whether a word is not an option, or begins with one of the command's options.
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
