package import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Colours the words of a statement while it is typed.
extension ShellCompleter {
  /// Returns the parts of a statement that have colours.
  ///
  /// A word that is still typed counts as a command or an option as long as the name of one begins so.
  ///
  /// - Parameters:
  ///   - text: the statement so far.
  ///   - cursor: a byte offset in it.
  /// - Complexity: O(length of `text`), and of the lists of names in which the last word is looked for.
  package func highlights(of text: String, at cursor: Int) -> [Highlight] {
    let line = TypedLine(text)
    var painter = LinePainter(shell, programs, Array(text.utf8), cursor: cursor)
    for stage in line.stages { painter.paint(stage, names: names) }
    if let quote = line.openQuote { painter.add(quote..<quote + 1, .unknown) }
    if let error = line.error { painter.add(error, .unknown) }
    painter.paintBrackets()
    return painter.highlights
  }

  /// Whether a command or a stage begins with a text.
  ///
  /// It looks at the names alone, since it does so at each key.
  private func names(beginning text: String, as role: CursorPlace.Role) -> Bool {
    func begins(_ name: String) -> Bool { name.utf8.starts(with: text.utf8) }
    let modules = shell.modules
    if modules.stages.everyName.contains(where: begins) { return true }
    if role == .stage { return !stageNames(for: text).isEmpty }
    return modules.builtins.everyName.contains(where: begins)
      || modules.modules.contains { begins($0.name) }
      || shell.host.environments.otherAPIs.contains(where: begins)
      || shell.places.commands.contains { begins($0.specification.name) }
      || shell.definitions.contains { begins($0.0) }
      || Self.keywords.contains { begins($0.0) }
      || shell.isTyped && shell.aliases.keys.contains(where: begins)
      || modules.operations?.everyName.contains(where: begins) == true
  }
}

@MainActor
private struct LinePainter {
  private let shell: Shell
  private let programs: ProgramNames
  private let bytes: [UInt8]
  private let cursor: Int
  private(set) var highlights: [Highlight] = []
  /// The quotes in which each byte is; 0 outside.
  private var quotes: [UInt8]

  init(_ shell: Shell, _ programs: ProgramNames, _ bytes: [UInt8], cursor: Int) {
    (self.shell, self.programs, self.bytes, self.cursor) = (shell, programs, bytes, cursor)
    quotes = Array(repeating: 0, count: bytes.count)
  }

  mutating func add(_ range: Range<Int>, _ role: Palette.Role) {
    highlights.append(Highlight(range, role))
  }

  /// Whether a word is still being typed.
  private func isOpen(_ word: Word) -> Bool { word.end == cursor && cursor == bytes.count }

  private mutating func add(_ word: Word, _ role: Palette.Role) { add(word.start..<word.end, role) }

  mutating func paint(
    _ stage: TypedLine.Stage, names: (String, CursorPlace.Role) -> Bool
  ) {
    let words = stage.words[...]
    switch stage.role {
    case .command:
      let isAlias = words.first.map { !$0.isQuoted && shell.aliases[$0.text] != nil } ?? false
      if shell.isTyped, isAlias {
        add(words[0], .command)
      } else {
        paint(statement: words, upTo: stage.condition, names: names)
      }
    case .stage: paint(stage: words, upTo: stage.condition, names: names)
    case .program: paint(program: words)
    case .file: break
    }
    for word in stage.words { paintText(of: word) }
  }

  private mutating func paint(
    statement words: ArraySlice<Word>, upTo condition: Int, depth: Int = 0,
    names: (String, CursorPlace.Role) -> Bool
  ) {
    guard let first = words.first, !first.hasVariables, depth <= Bound.maximumDepth else {
      return
    }
    if first.marksProgram {
      add(first, .command)
      return paint(program: words.dropFirst())
    }
    if first.isBare("let"), let command = Assignment(words.dropFirst())?.values {
      add(first, .command)
      // A lone word is text.
      guard command.count > 1 else { return }
      return paint(statement: command[...], upTo: condition, depth: depth + 1, names: names)
    }
    // At a place, `ls` has the options of the place's command.
    if let entry = shell.places.listing(for: words) ?? shell.modules.command(of: words)
      ?? shell.places.command(named: first.text)
    {
      let path = words.prefix(max(entry.depth, 1))
      for word in path { add(word, .command) }
      if first.isBare("on"), let end = words.firstIndex(where: { $0.isBare("do") }) {
        add(words[end], .command)
        return paint(
          statement: words[(end + 1)...], upTo: condition, depth: depth + 1, names: names)
      }
      let arguments = words.dropFirst(path.count)
      return paint(arguments: arguments, of: entry, upTo: condition) { painter, rest in
        painter.paint(statement: rest, upTo: condition, depth: depth + 1, names: names)
      }
    }
    if let stage = shell.modules.stages[first.text], stage.beginsPipelines {
      add(first, .stage)
      return paint(arguments: words.dropFirst(), of: stage, upTo: condition) { _, _ in }
    }
    if let commands = shell.commands(of: first.text) {
      add(first, .command)
      return paint(name: words.dropFirst().first, in: commands)
    }
    if shell.host.environments.isAPI(first.text) {
      add(first, .command)
      guard let second = words.dropFirst().first else { return }
      guard let commands = shell.modules.commands(of: second.text, in: first.text) else { return }
      add(second, .command)
      return paint(name: words.dropFirst(2).first, in: commands)
    }
    let isName = !isOpen(first) || first.isQuoted ? isWord(first) : names(first.text, .command)
    add(first, isName ? .command : .unknown)
  }

  /// Whether a word is a definition, or begins a statement of the language.
  private func isWord(_ word: Word) -> Bool {
    shell.definitions.contains { $0.0 == word.text } || ShellCompleter.isKeyword(word.text)
  }

  /// Colours the second word of a command.
  private mutating func paint(name word: Word?, in commands: CommandTable) {
    guard let word, !word.hasVariables, !word.looksLikeOption else { return }
    let isName =
      commands[word.text] != nil
      || isOpen(word) && commands.summaries.contains { $0.command.name.hasPrefix(word.text) }
    add(word, isName ? .command : .unknown)
  }

  private mutating func paint(
    stage words: ArraySlice<Word>, upTo condition: Int, names: (String, CursorPlace.Role) -> Bool
  ) {
    guard let first = words.first, !first.hasVariables else { return }
    guard let entry = shell.modules.stage(of: Array(words)) else {
      let isStage = isOpen(first) && names(first.text, .stage)
      return isStage ? add(first, .stage) : paint(program: words)
    }
    let path = words.prefix(max(entry.depth, 1))
    for word in path { add(word, .stage) }
    paint(arguments: words.dropFirst(path.count), of: entry, upTo: condition) { painter, rest in
      painter.paint(statement: rest, upTo: condition, depth: 1, names: names)
    }
  }

  private mutating func paint(program words: ArraySlice<Word>) {
    guard let first = words.first, !first.hasVariables else { return }
    let isProgram =
      first.text.utf8.contains(UInt8(ascii: "/"))
      || programs.has(first.text, isWhole: !isOpen(first))
    add(first, isProgram ? .command : .unknown)
    for word in words.dropFirst() where word.looksLikeOption { add(word, .option) }
  }

  /// Colours options, and the statement that an argument holds.
  private mutating func paint(
    arguments words: ArraySlice<Word>, of entry: CommandTable.Entry, upTo condition: Int,
    statement: (inout Self, ArraySlice<Word>) -> Void
  ) {
    let binder = entry.binder
    let scanner = OptionScanner(binder, words: Array(words), from: 0, isStrict: false)
    let positionals = Set(scanner.positionals)
    var rest = words.endIndex
    let arguments = binder.specification.arguments
    if arguments.last?.completion == "statements", scanner.positionals.count >= arguments.count {
      rest = words.startIndex + scanner.positionals[arguments.count - 1]
    }
    // The condition may be one before the words.
    let end = condition < words.startIndex ? rest : min(rest, condition)
    for index in words.startIndex..<end
    where words[index].looksLikeOption && !positionals.contains(index - words.startIndex) {
      let word = words[index]
      let (name, value) = OptionScanner.parts(of: word.text)
      let isLong = word.text.hasPrefix("--")
      let isOption =
        isLong
        ? binder.option(named: name) != nil || word.text == "--"
          || isOpen(word) && value == nil && binder.options.contains { $0.name.hasPrefix(name) }
        : word.text.dropFirst().first.map { binder.option(letter: String($0)) != nil } == true
      add(
        word.start..<min(word.end, word.start + word.text.utf8.count), isOption ? .option : .unknown
      )
    }
    if rest < words.endIndex { statement(&self, words[rest...]) }
  }

  /// Colours the quoted texts and the variables in a word.
  private mutating func paintText(of word: Word) {
    guard word.isQuoted || word.hasVariables else { return }
    var index = word.start
    var mark: (byte: UInt8, start: Int)?
    while index < word.end {
      let byte = bytes[index]
      switch byte {
      case mark?.byte:
        addQuoted((mark?.start ?? index)..<index + 1)
        mark = nil
      case UInt8(ascii: "'") where mark == nil, UInt8(ascii: "\"") where mark == nil:
        mark = (byte, index)
      case UInt8(ascii: "\\") where mark?.byte != UInt8(ascii: "'"): index += 1
      default: break
      }
      index += 1
    }
    if let mark { addQuoted(mark.start..<word.end) }
    paintVariables(of: word)
  }

  private mutating func addQuoted(_ range: Range<Int>) {
    for index in range { quotes[index] = bytes[range.lowerBound] }
    add(range, .quoted)
  }

  private mutating func paintVariables(of word: Word) {
    var index = word.start
    while let dollar = bytes[index..<word.end].firstIndex(of: UInt8(ascii: "$")) {
      index = dollar + 1
      let isLiteral = quotes[dollar] == UInt8(ascii: "'")
      let isEscaped = dollar > word.start && bytes[dollar - 1] == UInt8(ascii: "\\")
      guard !isLiteral, !isEscaped, index < word.end else { continue }
      let isBraced = bytes[index] == UInt8(ascii: "{")
      var end = index
      if isBraced {
        end = bytes[index..<word.end].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? word.end
      } else {
        while end < word.end, continuesVariable(at: end, of: word) { end += 1 }
        if end == index, "?@#".utf8.contains(bytes[index]) { end += 1 }
      }
      if end > index { add(dollar..<end, .variable) }
      index = max(index, end)
    }
  }

  /// Whether a byte belongs to a variable's name or path.
  private func continuesVariable(at index: Int, of word: Word) -> Bool {
    let byte = bytes[index]
    let isPath = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
    guard isPath else {
      return ByteClass.continuesName(byte) || byte == UInt8(ascii: "]")
    }
    return index + 1 < word.end
      && (ByteClass.continuesName(bytes[index + 1]) || bytes[index + 1] == UInt8(ascii: "-"))
  }

  /// Colours the bracket at the cursor or before it, with the one that matches it.
  mutating func paintBrackets() {
    for place in [cursor, cursor - 1] where bytes.indices.contains(place) {
      guard let other = bracket(matching: place) else { continue }
      add(place..<place + 1, .bracket)
      return add(other..<other + 1, .bracket)
    }
  }

  private func bracket(matching place: Int) -> Int? {
    let pairs: [(UInt8, UInt8)] = [
      (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
      (UInt8(ascii: "{"), UInt8(ascii: "}")),
    ]
    let byte = bytes[place]
    guard let pair = pairs.first(where: { $0.0 == byte || $0.1 == byte }), !isQuoted(place) else {
      return nil
    }
    let step = byte == pair.0 ? 1 : -1
    var depth = 0
    var index = place
    while bytes.indices.contains(index) {
      if bytes[index] == pair.0 || bytes[index] == pair.1, !isQuoted(index) {
        depth += bytes[index] == byte ? 1 : -1
        if depth == 0 { return index }
      }
      index += step
    }
    return nil
  }

  private func isQuoted(_ place: Int) -> Bool { quotes[place] != 0 }
}
