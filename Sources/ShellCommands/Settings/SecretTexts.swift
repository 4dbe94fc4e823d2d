import Synchronization

/// The values of secret variables, which are masked in errors, traces and previews, and kept out of the history.
package final class SecretTexts: Sendable {
  /// The length of the shortest masked text, in bytes; a shorter one, such as a number, occurs by chance.
  static let shortest = 4

  /// The length of the shortest beginning that is masked before a `…`, in bytes.
  private static let shortestBeginning = 12
  private static let ellipsis = Array("…".utf8)

  /// How many texts of each kind are masked; the oldest are forgotten.
  private static let mostTexts = 1000

  private struct Secret {
    let bytes: [UInt8]
    let isReceived: Bool
    /// Which insertion it was.
    let number: Int
  }

  private struct Secrets {
    var all: [Secret] = []
    var insertions = 0
  }

  private let secrets = Mutex(Secrets())

  /// Creates an empty set.
  package init() {}

  /// Adds a text, without the white space around it, unless it is too short.
  ///
  /// - Parameter isReceived: whether an answer had it. Such texts can be many, so they are counted apart from those that
  ///   the user has declared.
  package func insert(_ text: String, isReceived: Bool = false) {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 }), last - first + 1 >= Self.shortest
    else { return }
    let secret = Array(bytes[first...last])
    secrets.withLock { secrets in
      let known = secrets.all.firstIndex { $0.bytes == secret }.map { secrets.all.remove(at: $0) }
      let isReceived = isReceived && known?.isReceived != false
      secrets.insertions += 1
      secrets.all.append(
        Secret(bytes: secret, isReceived: isReceived, number: secrets.insertions))
      let ofKind = secrets.all.indices.filter { secrets.all[$0].isReceived == isReceived }
      if ofKind.count > Self.mostTexts { secrets.all.remove(at: ofKind[0]) }
    }
  }

  /// The texts that were inserted, once more or for the first time, after a number of insertions; and the number of all.
  package func inserted(
    after count: Int
  ) -> (texts: [(text: String, isReceived: Bool)], count: Int) {
    let secrets = secrets.withLock(\.self)
    return (
      secrets.all.filter { $0.number > count }.map {
        (String(decoding: $0.bytes, as: UTF8.self), $0.isReceived)
      }, secrets.insertions
    )
  }

  /// Returns whether a text contains a secret.
  package func occur(in text: String) -> Bool { !ranges(in: text).isEmpty }

  /// Returns a text with `…` in place of each secret.
  package func masked(_ text: String) -> String {
    let ranges = ranges(in: text)
    guard !ranges.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var (masked, end): ([UInt8], Int) = ([], 0)
    for range in ranges {
      masked += bytes[end..<range.lowerBound] + Array("…".utf8)
      end = range.upperBound
    }
    return String(decoding: masked + bytes[end...], as: UTF8.self)
  }

  /// Returns the byte ranges of the secrets in a text, in order: as they are, cut by a `…`, or escaped as in an
  /// address, in JSON or in a line of a shell.
  package func ranges(in text: String) -> [Range<Int>] {
    let secrets = secrets.withLock(\.all).map(\.bytes)
    guard !secrets.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let end = secrets.compactMap {
        Self.end(of: $0, in: bytes, from: index, readsEscapes: true)
          ?? Self.end(of: $0, in: bytes, from: index, readsEscapes: false)
      }.max()
      if let end { ranges.append(index..<end) }
      index = end ?? index + 1
    }
    return ranges
  }

  private static func end(
    of secret: [UInt8], in text: [UInt8], from start: Int, readsEscapes: Bool
  ) -> Int? {
    var index = start
    for (count, byte) in secret.enumerated() {
      guard index < text.count else { return nil }
      if count >= shortestBeginning, byte != ellipsis[0], text[index...].starts(with: ellipsis) {
        return index + ellipsis.count
      }
      let length = readsEscapes ? escapeLength(of: byte, in: text[index...]) : nil
      guard length != nil || text[index] == byte else { return nil }
      index += length ?? 1
    }
    return index
  }

  /// The length of a byte's escape at the beginning of a text; nil if it is not there.
  private static func escapeLength(of byte: UInt8, in text: ArraySlice<UInt8>) -> Int? {
    let next = text.dropFirst()
    switch text.first {
    case UInt8(ascii: "'"): return text.starts(with: "'\\''".utf8) && byte == text.first ? 4 : nil
    case UInt8(ascii: "\\"): return next.first == byte ? 2 : nil
    case UInt8(ascii: "%") where next.count > 1:
      let digits = String(decoding: next.prefix(2), as: UTF8.self)
      return UInt8(digits, radix: 16) == byte ? 3 : nil
    default: return nil
    }
  }
}
