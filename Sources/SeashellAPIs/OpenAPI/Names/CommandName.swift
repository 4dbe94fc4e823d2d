/// The name of an operation's command: `pets list`.
///
/// Both words consist of letters, digits, `-`, `_` and `.`, so they can be typed without quotes. Generated
/// words consist of lower-case letters, digits and hyphens.
struct CommandName: Sendable, Hashable, CustomStringConvertible {
  /// The length limit of a word made from a description's texts, in bytes; a number may be appended.
  static let longestMade = 64
  /// The length limit of a word, in bytes.
  static let longest = 80

  /// The first word: `pets`.
  let group: String
  /// The second word: `list`.
  let command: String

  /// Creates a name; nil if one of the words is not valid.
  init?(group: String, command: String) {
    guard Self.isWord(group), Self.isWord(command) else { return nil }
    (self.group, self.command) = (group, command)
  }

  /// Creates a name from its two words, separated by a blank; nil for any other text.
  init?(_ text: String) {
    guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    self.init(
      group: String(text[..<blank]), command: String(text[text.utf8.index(after: blank)...]))
  }

  init(madeGroup group: String, command: String) { (self.group, self.command) = (group, command) }

  var description: String { "\(group) \(command)" }

  /// The words that are typed: the API's name, which a group of that name does not repeat, and the command's.
  func line(in api: String) -> String {
    group == api ? "\(api) \(command)" : "\(api) \(group) \(command)"
  }

  private static func isWord(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetterOrDigit(first), bytes.count <= longest else {
      return false
    }
    for byte in bytes {
      guard isLetterOrDigit(byte) || "-_.".utf8.contains(byte) else { return false }
    }
    return true
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}
