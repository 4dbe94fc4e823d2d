package import ShellLanguage
import ShellOutput

/// The text of a parameter, and which parts of it the user wrote.
///
/// The other parts are data: values of variables, of records and of expressions, and what another program gave. Data must not
/// name a file, an option or a command, or add a segment to a path. A command that gives a meaning to the beginning or the
/// separators of a value, such as `@FILE`, takes its parameter as a given text, and asks it:
///
/// ```swift
/// let note = Option<GivenText>("note", "a note, or @FILE with one")
/// …
/// switch invocation[note].reference {
/// case .text(let text): …
/// case .file(let name): …
/// }
/// ```
public struct GivenText: Sendable, Equatable {
  /// The whole text.
  public let text: String

  let data: DataParts

  package init(_ text: String, data: DataParts = DataParts()) {
    (self.text, self.data) = (text, data)
  }

  /// The text of a word, or the end of it.
  ///
  /// - Parameter start: the number of bytes before it.
  package init(_ word: Word, from start: Int = 0) {
    let text = word.text
    self.text = start == 0 ? text : String(Substring(text.utf8.dropFirst(start)))
    data = start == 0 ? word.data : word.data.within(start..<max(start, text.utf8.count))
  }

  /// A part of a text, which is data or not.
  public struct Part: Sendable, Equatable {
    /// The part's text; it may be empty if it is data.
    public let text: String
    /// Whether the user wrote it.
    public let isWritten: Bool
  }

  /// The text in parts, in order.
  public var parts: [Part] {
    var parts: [Part] = []
    var start = 0
    func add(upTo end: Int, isWritten: Bool) {
      let piece = text.utf8.dropFirst(start).prefix(end - start)
      if !isWritten || !piece.isEmpty {
        parts.append(Part(text: String(decoding: piece, as: UTF8.self), isWritten: isWritten))
      }
      start = end
    }
    for range in data.ranges {
      add(upTo: range.lowerBound, isWritten: true)
      add(upTo: range.upperBound, isWritten: false)
    }
    add(upTo: text.utf8.count, isWritten: true)
    return parts
  }

  /// Whether the user wrote exactly this text, such as `-` for standard input.
  public func isWritten(_ text: String) -> Bool {
    self.text == text && !data.overlap(0..<text.utf8.count)
  }

  /// Whether the user wrote the byte at an index of the text.
  public func isWritten(at index: String.Index) -> Bool {
    let offset = text.utf8.distance(from: text.startIndex, to: index)
    return !data.overlap(offset..<offset + 1)
  }

  /// The text behind an index, which stays a given text.
  public subscript(range: PartialRangeFrom<String.Index>) -> GivenText {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return GivenText(
      String(decoding: text.utf8[range], as: UTF8.self), data: data.within(start..<text.utf8.count))
  }
}

extension GivenText.Part {
  /// What it is, if it is the value of a variable and `a list` or `a record`, which cannot be a part of a path.
  public var structure: String? {
    guard !isWritten, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(text.utf8.first),
      let value = try? CellValue(json: text)
    else { return nil }
    return value.listValue == nil ? "a record" : "a list"
  }
}

extension GivenText {
  /// What a value means where `@FILE` names a file.
  public enum Reference: Sendable, Equatable {
    /// The text itself; of `@@TEXT` without the first `@`.
    case text(String)
    /// The name of a file, which may come from a variable: `@$name`.
    case file(GivenText)
  }

  /// The meaning of the text where `@FILE` names a file.
  ///
  /// An `@` that is data belongs to a text.
  public var reference: Reference {
    guard text.utf8.first == UInt8(ascii: "@"), isWritten(at: text.startIndex) else {
      return .text(text)
    }
    let rest = self[text.utf8.index(after: text.startIndex)...]
    guard rest.text.utf8.first == UInt8(ascii: "@"), rest.isWritten(at: rest.text.startIndex) else {
      return .file(rest)
    }
    return .text(rest.text)
  }
}
