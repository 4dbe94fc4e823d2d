import ShellLanguage
import Glibc

/// What a completion source is asked.
public struct CompletionQuery: Sendable {
  /// How many candidates are taken of one source; those that come after them are dropped.
  public static let limit = 200

  /// What is typed of the word; empty where nothing is.
  public let prefix: String

  /// Is called on the main actor once something that a source lacked has come.
  let whenAnswered: @MainActor @Sendable () -> Void

  private let values: [String: String]
  private let bytes: [UInt8]
  private let foldedBytes: [UInt8]
  /// Whether folding ASCII letters is all that comparing takes.
  private let isASCII: Bool

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - prefix: what is typed of the word.
  ///   - values: what the line says already, by the names of arguments and options.
  public init(prefix: String, values: [String: String] = [:]) {
    self.init(prefix: prefix, values: values, whenAnswered: {})
  }

  /// Makes a query of somebody who waits for what a source lacks.
  package init(
    prefix: String, values: [String: String] = [:],
    whenAnswered: @escaping @MainActor @Sendable () -> Void
  ) {
    self.prefix = prefix
    self.whenAnswered = whenAnswered
    self.values = values
    bytes = Array(prefix.utf8)
    foldedBytes = Array(prefix.lowercased().utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// What the line says already for an argument, `PRODUCT`, or an option, `per-page`, of the same
  /// command.
  ///
  /// - Returns: nil where it says nothing.
  public func value(of name: String) -> String? { values[name] }

  /// Whether a word begins with what is typed, letter by letter.
  ///
  /// - Complexity: O(*n*) in the length of what is typed.
  public func matches(_ word: String) -> Bool {
    Self.withBytes(of: word) { word in
      bytes.withUnsafeBufferPointer { $0.count <= word.count && Self.begins(word, with: $0) }
    }
  }

  /// Whether one of a name's words begins with what is typed, small and capital letters alike.
  ///
  /// - Complexity: O(*n*) in the name's length; slower where both it and what is typed have letters
  ///   that are not ASCII.
  public func matches(wordOf name: String) -> Bool {
    guard !foldedBytes.isEmpty else { return true }
    if !isASCII {
      return Self.withBytes(of: name.lowercased()) { name in
        foldedBytes.withUnsafeBufferPointer { Self.hasWord(beginningWith: $0, in: name) }
      }
    }
    return Self.withBytes(of: name) { name in
      foldedBytes.withUnsafeBufferPointer { Self.hasWord(beginningWith: $0, in: name) }
    }
  }

  /// Looks for a word; the prefix is folded.
  ///
  /// The C library finds a byte several times as fast as a loop does.
  @inline(__always)
  private static func hasWord(beginningWith prefix: Bytes, in name: Bytes) -> Bool {
    let end = name.count - prefix.count + 1
    let first = prefix[0]
    let isLetter = first &- UInt8(ascii: "a") < 26
    var small = place(of: first, in: name, from: 0, to: end)
    var capital = isLetter ? place(of: first & ~0x20, in: name, from: 0, to: end) : end
    while small < end || capital < end {
      let start = min(small, capital)
      if start == 0 || !belongsToWord(name[start - 1]) {
        var length = 1
        while length < prefix.count, folded(name[start + length]) == prefix[length] { length += 1 }
        if length == prefix.count { return true }
      }
      if small == start {
        small = place(of: first, in: name, from: start + 1, to: end)
      } else {
        capital = place(of: first & ~0x20, in: name, from: start + 1, to: end)
      }
    }
    return false
  }

  /// Where a byte stands first; the end where it does not.
  @inline(__always)
  private static func place(of byte: UInt8, in name: Bytes, from start: Int, to end: Int) -> Int {
    guard start < end, let base = name.baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return end }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  @inline(__always)
  private static func begins(_ word: Bytes, with prefix: Bytes) -> Bool {
    for index in prefix.indices where word[index] != prefix[index] { return false }
    return true
  }

  /// Lends a text's bytes without a copy, where it has them side by side.
  @inline(__always)
  private static func withBytes(of text: String, _ body: (Bytes) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }

  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Letters and digits, and all that is not ASCII.
  @inline(__always)
  private static func belongsToWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 || ByteClass.isDigit(byte)
  }
}
