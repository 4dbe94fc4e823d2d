import ShellLanguage

/// Finds possible secrets in a statement, even if the statement has errors.
///
/// Takes O(*n*) in the length of the statement and of its aliases, each of which is scanned once.
@MainActor
struct SecretFinder {
  private let shell: Shell
  private let names: [String]
  private var aliases: [String: AliasEnd] = [:]

  private enum AliasEnd {
    /// Secrets, since the alias stands for a command whose words are secret.
    case secrets
    /// Any text, to be scanned with the scanner's state after the alias's words.
    case text(SecretScanner)
  }

  init(_ shell: Shell) {
    self.shell = shell
    names = shell.modules.secretNames
  }

  /// Returns the byte ranges of possible secrets, in order.
  ///
  /// If the statement can be parsed, a range ends with its pipeline. Otherwise the commands cannot
  /// be told apart, and the range extends to the end.
  mutating func places(
    in statement: String, parsed list: CommandList? = nil
  ) -> [Range<Int>] {
    let bytes = Array(statement.utf8)[...]
    if let list = list ?? Self.parsed(bytes) { return places(in: list, of: bytes) }
    let starts = [start(in: bytes, joinsQuotes: false), start(in: bytes, joinsQuotes: true)]
    return starts.compactMap { $0 }.min().map { [$0..<bytes.count] } ?? []
  }

  private static func parsed(_ statement: ArraySlice<UInt8>) -> CommandList? {
    var parser = ScriptParser()
    var list: CommandList?
    for line in statement.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      guard list == nil, let result = try? line.withUnsafeBufferPointer({ try parser.feed($0) })
      else { return nil }
      if case .complete(let complete) = result { list = complete }
    }
    return list
  }

  private mutating func places(
    in list: CommandList, of bytes: ArraySlice<UInt8>
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var words: [Word] = []
    for pipeline in list.allPipelines {
      let own = pipeline.command + pipeline.stages.joined() + pipeline.redirections.map(\.file)
      words += own.filter { $0.compound == nil }
      if let secret = start(in: pipeline) { places.append(secret..<pipeline.range.upperBound) }
    }
    // Comments are between words.
    var end = 0
    for word in words.sorted(by: { $0.start < $1.start }) {
      if let start = start(inComments: bytes[end..<word.start]) {
        places.append(start..<word.start)
      }
      end = word.end
    }
    if let start = start(inComments: bytes[end...]) { places.append(start..<bytes.count) }
    return places.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, place in
      // A pipeline can contain another one, in a block.
      if let last = merged.last, place.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
  }

  private mutating func start(in pipeline: Pipeline) -> Int? {
    if let start = start(in: pipeline.command, areCommand: true) { return start }
    // 'print PASSWORD | session login' does not run that program, but the password was meant for login.
    let isMeant = pipeline.stages.contains { start(in: $0, areCommand: false) != nil }
    return isMeant ? pipeline.command[0].start : nil
  }

  private mutating func start(in words: [Word], areCommand: Bool) -> Int? {
    var scanner = SecretScanner(shell, names: names)
    if !areCommand { scanner.beginText() }
    for (index, word) in words.enumerated() {
      var pieces = TextPieces(Array(word.sourceText.utf8)[...], joinsQuotes: false)
      while let piece = pieces.next() {
        switch read(piece.text, with: &scanner) {
        case .nothing: continue
        case .here: return word.start
        case .next:
          if pieces.next() != nil { return word.start }
          return index + 1 < words.count ? words[index + 1].start : nil
        }
      }
    }
    return nil
  }

  private mutating func start(inComments text: ArraySlice<UInt8>) -> Int? {
    text.contains(UInt8(ascii: "#")) ? start(in: text, joinsQuotes: false) : nil
  }

  /// `joinsQuotes` is whether pieces extend across quotes and `\`.
  private mutating func start(in text: ArraySlice<UInt8>, joinsQuotes: Bool) -> Int? {
    var scanner = SecretScanner(shell, names: names)
    var pieces = TextPieces(text, joinsQuotes: joinsQuotes)
    while let piece = pieces.next() {
      if piece.beginsCommand { scanner.beginCommand() }
      switch read(piece.text, with: &scanner) {
      case .nothing: continue
      case .here: return piece.start
      case .next: return pieces.rest
      }
    }
    return nil
  }

  private mutating func read(
    _ piece: String, with scanner: inout SecretScanner
  ) -> SecretScanner.Finding {
    let isCommand = scanner.expectsCommand
    let finding = scanner.read(piece)
    guard case .nothing = finding, let alias = shell.aliases[piece] else { return finding }
    let end = aliases[piece] ?? end(of: alias)
    aliases[piece] = end
    switch end {
    case .secrets: return .next
    case .text(let end):
      scanner.continue(after: end, isCommand: isCommand)
      return .nothing
    }
  }

  private func end(of alias: Alias) -> AliasEnd {
    // An alias inside an alias is not replaced when it runs, either.
    var scanner = SecretScanner(shell, names: names)
    for word in alias.words {
      var pieces = TextPieces(Array(word.sourceText.utf8)[...], joinsQuotes: false)
      while let piece = pieces.next() {
        guard case .nothing = scanner.read(piece.text) else { return .secrets }
      }
    }
    return .text(scanner)
  }
}

/// Splits a text at everything that may separate words.
struct TextPieces {
  /// A piece, its start, and whether it begins a new command after an operator.
  typealias Piece = (text: String, start: Int, beginsCommand: Bool)

  private let text: ArraySlice<UInt8>
  private let joinsQuotes: Bool
  private var index: Int

  /// Without `joinsQuotes`, quotes and `\` separate pieces too.
  init(_ text: ArraySlice<UInt8>, joinsQuotes: Bool) {
    self.text = text
    self.joinsQuotes = joinsQuotes
    index = text.startIndex
  }

  /// The first non-blank byte after the last piece, if any.
  var rest: Int? { text[index...].firstIndex { !ByteClass.isBlank($0) } }

  mutating func next() -> Piece? {
    var beginsCommand = false
    var start: Int?
    var piece: [UInt8] = []
    while index < text.endIndex {
      let byte = text[index]
      let isMark = Self.isMark(byte)
      if isMark, joinsQuotes {
        let joinsLines = byte == UInt8(ascii: "\\") && text[(index + 1)...].first == 0x0A
        index += joinsLines ? 2 : 1
      } else if isMark || Self.isSeparator(byte) {
        if start != nil { break }
        if Self.beginsCommand(byte) { beginsCommand = true }
        index += 1
      } else {
        if start == nil { start = index }
        piece.append(byte)
        index += 1
      }
    }
    return start.map { (String(decoding: piece, as: UTF8.self), $0, beginsCommand) }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func beginsCommand(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|")
      || byte == 0x0A
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    ByteClass.isBlank(byte) || beginsCommand(byte) || byte == 0x0D
      || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }
}

extension Word {
  /// The word's text, with `$NAME` for each variable.
  fileprivate var sourceText: String {
    switch content {
    case .literal(let text): text
    case .composed(let parts):
      parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let piece), .value(let piece): text += piece
        case .variable(let variable): text += variable.source
        case .expression: text += "(…)"
        case .statement: break
        }
      }
    }
  }
}
