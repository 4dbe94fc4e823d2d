import CoreJSON

/// Reads JSON: the elements of an array, a single value, or several of these in sequence.
@MainActor
final class JSONDocumentReader: RecordReader {
  private enum Expected {
    case value, firstElement, element, separator
  }

  private let rows: JSONRows
  private let errors: ReadError
  // The runtime check of exclusive access is left out: a feed never calls itself.
  @exclusivity(unchecked) private var frames = RecordFrames(JSONBoundary())
  @exclusivity(unchecked) private var state = Expected.value
  @exclusivity(unchecked) private var place = TextPlace()
  /// Whether there was a value outside an array.
  @exclusivity(unchecked) private var hasValue = false
  @exclusivity(unchecked) private var isList = false

  init(file: String?, to receiver: any RecordReceiver) {
    rows = JSONRows(to: receiver)
    errors = ReadError(file: file)
  }

  func feed(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try frames.feed(bytes) { try read($0) }
    } catch is RecordTooLong {
      throw errors.tooLong(line: place.line)
    }
  }

  func end() throws {
    try frames.end { try read($0) }
    guard state == .value else { try fail(.expectedCommaOrBracket) }
    try rows.end()
  }

  private func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
    var text = frame
    if place.isAtStart { text = text.withoutByteOrderMark }
    let start = text.firstIndex { !$0.isJSONSpace } ?? text.count
    place.advance(over: UnsafeBufferPointer(rebasing: text[..<start]))
    guard start < text.count else { return }
    let piece = UnsafeBufferPointer(rebasing: text[start...])
    try read(piece, beginningWith: piece[0])
    place.advance(over: piece)
  }

  private func read(_ piece: UnsafeBufferPointer<UInt8>, beginningWith byte: UInt8) throws {
    switch (state, byte) {
    case (.value, UInt8(ascii: "[")):
      try beginList()
      state = .firstElement
    case (.firstElement, UInt8(ascii: "]")), (.separator, UInt8(ascii: "]")): state = .value
    case (.separator, UInt8(ascii: ",")): state = .element
    case (.separator, _): try fail(.expectedCommaOrBracket)
    case (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")): try fail(.expectedValue)
    default:
      var isAlone = false
      if state == .value {
        if hasValue { try beginList() }
        (hasValue, isAlone) = (true, !isList)
      } else {
        state = .separator
      }
      do {
        try rows.read(piece, line: place.line, isAlone: isAlone)
      } catch let error as JSONError {
        place.advance(over: UnsafeBufferPointer(rebasing: piece[..<error.offset]))
        try fail(error.reason)
      }
    }
  }

  /// Makes the records a list, if there are none yet or a single one.
  private func beginList() throws {
    if hasValue, !isList { try rows.continueList() }
    isList = true
  }

  private func fail(_ reason: JSONError.Reason) throws -> Never {
    throw errors.json(reason, line: place.line, column: place.column)
  }
}

struct TextPlace {
  private(set) var line = 1
  /// The byte's number in the line, from 1.
  private(set) var column = 1

  var isAtStart: Bool { line == 1 && column == 1 }

  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes
    while let end = rest.offset(of: UInt8(ascii: "\n")) {
      line += 1
      column = 1
      rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
    }
    column += rest.count
  }
}
