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
  @exclusivity(unchecked) private var outerValues = 0
  @exclusivity(unchecked) private var hasArray = false

  init(file: String?, to receiver: any RecordReceiver) {
    rows = JSONRows(to: receiver)
    errors = ReadError(file: file)
  }

  private var isList: Bool { hasArray || outerValues != 1 }

  func feed(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try frames.feed(bytes) { try read($0) }
    } catch is RecordTooLong {
      try rows.release()
      throw errors.tooLong(line: place.line)
    }
    guard rows.isHolding else { return }
    if isList { try rows.release() } else { try rows.releaseFirst() }
  }

  func end() throws {
    try frames.end { try read($0) }
    guard state == .value else { try fail(.expectedCommaOrBracket) }
    try rows.release(isList: isList)
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
      hasArray = true
      state = .firstElement
    case (.firstElement, UInt8(ascii: "]")), (.separator, UInt8(ascii: "]")): state = .value
    case (.separator, UInt8(ascii: ",")): state = .element
    case (.separator, _): try fail(.expectedCommaOrBracket)
    case (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")): try fail(.expectedValue)
    default:
      if state == .value { outerValues += 1 } else { state = .separator }
      do {
        try rows.read(piece, line: place.line)
      } catch let error as JSONError {
        place.advance(over: UnsafeBufferPointer(rebasing: piece[..<error.offset]))
        try fail(error.reason)
      }
    }
  }

  /// Throws an error, after passing on everything read before it.
  private func fail(_ reason: JSONError.Reason) throws -> Never {
    if rows.isHolding {
      try rows.release(isList: isList)
    } else if isList {
      try rows.continueList()
    }
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
