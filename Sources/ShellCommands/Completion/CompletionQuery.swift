import ShellLanguage
package import ShellOutput
import Glibc

/// A request to a completion source for the words that complete a prefix.
public struct CompletionQuery: Sendable {
  /// How many candidates one source can return; the shell drops the rest.
  public static let limit = 200

  /// The part of the word that the user has typed; can be empty.
  public let prefix: String

  /// Called on the main actor when a source has fetched missing data.
  let whenAnswered: @MainActor @Sendable () -> Void

  /// Called on the main actor with a fetch that a source has started for the query.
  let whenFetching: (@MainActor @Sendable (_ fetch: Task<Void, Never>) -> Void)?

  /// Called on the main actor with what is known of a list of which not all is offered.
  let whenPartial: (@MainActor @Sendable (_ remark: String, _ isSearched: Bool) -> Void)?

  /// The known fields of the records before a stage.
  package let fields: [String]

  /// What kinds of values these fields have, where that is known.
  package var kinds: [String: String] = [:]

  /// The records known to have these fields, by which their kinds and values are shown.
  package var examples: Records?

  /// The API whose modules are asked, in addition to the shell's; nil for the current one.
  package var api: String?

  private let values: [String: String]
  private let bytes: [UInt8]
  private let foldedBytes: [UInt8]
  /// Whether the prefix is ASCII, so that only ASCII letters need case folding.
  private let isASCII: Bool

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - prefix: the part of the word that the user has typed.
  ///   - values: the values that the line already gives, by the names of arguments, options and
  ///     completion kinds.
  public init(prefix: String, values: [String: String] = [:]) {
    self.init(prefix: prefix, values: values, whenAnswered: {})
  }

  /// Creates a query that is repeated after a source has fetched missing data.
  package init(
    prefix: String, values: [String: String] = [:], fields: [String] = [],
    whenAnswered: @escaping @MainActor @Sendable () -> Void,
    whenFetching: (@MainActor @Sendable (_ fetch: Task<Void, Never>) -> Void)? = nil,
    whenPartial: (@MainActor @Sendable (_ remark: String, _ isSearched: Bool) -> Void)? = nil
  ) {
    self.prefix = prefix
    self.fields = fields
    (self.whenAnswered, self.whenFetching) = (whenAnswered, whenFetching)
    self.whenPartial = whenPartial
    self.values = values
    bytes = Array(prefix.utf8)
    foldedBytes = Array(prefix.lowercased().utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Says below the candidates that the list has more records than are offered.
  ///
  /// - Parameters:
  ///   - total: how many it has, if that is known.
  ///   - isSearchable: whether the service is asked for what the user types.
  @MainActor
  package func notePart(of total: Int?, isSearchable: Bool) {
    let number = total?.grouped ?? "more"
    whenPartial?(
      "the list has \(number)\(isSearchable ? ": type to search" : "")", isSearchable)
  }

  /// The value that the line or the place already gives for another argument, `PRODUCT`, for an option,
  /// `per-page`, or for a completion kind, `products.id`.
  public func value(of name: String) -> String? { values[name] }

  /// Whether a word begins with the prefix, case included.
  ///
  /// - Complexity: O(*n*) in the prefix's length.
  public func matches(_ word: String) -> Bool {
    Self.withBytes(of: word) { word in
      bytes.withUnsafeBufferPointer { $0.count <= word.count && Self.begins(word, with: $0) }
    }
  }

  /// Whether one of a name's words begins with the prefix, ignoring case.
  ///
  /// - Complexity: O(*n*) in the name's length; slower if the prefix has letters outside ASCII.
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

  /// `memchr` finds a byte several times as fast as a loop.
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

  /// Passes a text's bytes to a function, without a copy if they are contiguous.
  @inline(__always)
  private static func withBytes(of text: String, _ body: (Bytes) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }

  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether a byte is a letter, a digit or outside ASCII.
  @inline(__always)
  private static func belongsToWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 || ByteClass.isDigit(byte)
  }
}
