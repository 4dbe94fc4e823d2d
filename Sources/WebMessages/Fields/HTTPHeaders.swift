import CoreSecrets

/// Header fields in insertion order, with case-insensitive names.
///
/// A look-up is a linear scan, since messages have only about a dozen fields.
public struct HTTPHeaders: Sendable, Equatable {
  private var fields: [(name: String, value: String)]

  /// The names, in lower case, of the fields that are not sent, even if a client or a transport would add them.
  package private(set) var omitted: [String] = []

  /// Creates an empty list.
  public init() { fields = [] }

  /// Creates a list from a dictionary, sorted by name.
  public init(_ values: [String: String]) {
    fields = values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The first value of a field.
  ///
  /// Setting replaces all its values; setting nil removes the field.
  public subscript(name: String) -> String? {
    get { fields.first { Self.matches($0.name, name) }?.value }
    set {
      if fields.contains(where: { Self.matches($0.name, name) }) {
        fields.removeAll { Self.matches($0.name, name) }
      }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Adds a field, and keeps others with the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  /// Appends to the value of the last field, for a value folded over several lines.
  ///
  /// - Returns: false if there is no field.
  package mutating func extendLast(with text: String) -> Bool {
    guard let last = fields.indices.last else { return false }
    fields[last].value += text
    return true
  }

  /// Returns all values of a field, in order.
  public func values(of name: String) -> [String] {
    fields.filter { Self.matches($0.name, name) }.map(\.value)
  }

  /// Returns whether two lists have the same fields in the same order.
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) { matches($0.name, $1.name) && $0.value == $1.value }
      && left.omitted == right.omitted
  }

  private static func matches(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Most equal names are written the same way.
    return left == right
      || left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates a list from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }
}

extension HTTPHeaders: Sequence {
  /// Iterates over the fields in insertion order.
  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }
}

extension HTTPHeaders {
  /// Adds a field that a user has typed, as curl's `-H` reads it: `Name: value`; `Name;` for one without a value; and
  /// `Name:` for one that is not sent, even if a client or a transport would add it.
  ///
  /// - Returns: why the field cannot be sent, as a text to follow the option's name, which does not quote the value; nil
  ///   if it was added.
  public mutating func add(typed text: String) -> String? {
    let isEmpty = text.utf8.last == UInt8(ascii: ";") && Self.isName(String(text.dropLast()))
    guard let end = isEmpty ? text.indices.last : text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return "takes NAME:VALUE"
    }
    let name = String(decoding: text.utf8[..<end], as: UTF8.self)
    let value = String(
      Substring(decoding: text.utf8[end...].dropFirst(), as: UTF8.self).trimmingSpaces)
    guard Self.isName(name) else { return "has no valid field name before the ':'" }
    guard Self.isValue(value) else { return "has a control character in the value of \(name)" }
    let isHost = name.lowercased() == "host"
    guard isHost || !Self.isReserved(name) else {
      return "cannot set \(name), which the shell sets itself"
    }
    guard !isHost || !value.isEmpty else { return "cannot leave out \(name), which HTTP needs" }
    if isHost, fields.contains(where: { Self.matches($0.name, name) }) {
      return "cannot set \(name) twice"
    }
    if value.isEmpty, !isEmpty { omitted.append(name.lowercased()) } else { add(name, value) }
    return nil
  }

  /// Returns whether a text is a token, the form of field names and methods (RFC 9110, 5.6.2).
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && nameBytes.containsAll(of: text.utf8)
  }

  private static let nameBytes = PercentEncoding.query.union("!#$%&'*+^`|")

  /// Returns whether a text is a valid field value, without control characters (RFC 9110, 5.5).
  public static func isValue(_ text: String) -> Bool {
    // The bytes themselves: an iterator of a String's is three times slower.
    var text = text
    return text.withUTF8 { $0.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) } }
  }

  /// Returns whether only the transport may set a field, since it delimits the message or controls the
  /// connection (RFC 9110, section 7.6.1).
  public static func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

  private static let reserved: Set = [
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns whether a field contains credentials and must not be shown.
  package static func isSecret(_ name: String) -> Bool {
    CredentialName.isCredential(name, in: .header)
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// The fields, one a line; credentials are replaced by `…`.
  public var description: String {
    map { "\($0.name): \(Self.isSecret($0.name) ? "…" : $0.value)" }.joined(separator: "\n")
  }
}

extension HTTPHeaders: CustomDebugStringConvertible {
  /// The fields, one a line; credentials are replaced by `…`.
  public var debugDescription: String { description }
}

extension HTTPHeaders: CustomReflectable {
  /// A mirror without children, so that dumps show only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPHeaders {
  /// Returns whether a field lists a directive, such as `no-store` in `Cache-Control`.
  package func says(_ directive: String, in name: String) -> Bool {
    list(name).contains { $0.utf8.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(directive.utf8) }
  }

  /// Returns the comma-separated members of a field, in lower case.
  public func list(_ name: String) -> [String] {
    values(of: name).flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
      .map { Substring($0).trimmingSpaces.lowercased() }.filter { !$0.isEmpty }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without spaces and tabs at its ends: HTTP's optional whitespace (RFC 9110, 5.6.3).
  package var trimmingSpaces: Substring {
    var text = self[...]
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }
}

extension StringProtocol {
  /// Whether the text has only ASCII digits, or is empty.
  package var hasOnlyDigits: Bool {
    // A concrete type, for which the runtime need not search for conformances.
    Substring(self).utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension HTTPHeaders {
  /// Removes the fields that contain credentials.
  package mutating func removeCredentials() {
    for field in self where Self.isSecret(field.name) { self[field.name] = nil }
  }

  /// Adds another list's fields that contain credentials, except those that this list already has.
  package mutating func restoreCredentials(of other: HTTPHeaders) {
    let set = filter { Self.isSecret($0.name) }.map { $0.name.lowercased() }
    for field in other where Self.isSecret(field.name) && !set.contains(field.name.lowercased()) {
      add(field.name, field.value)
    }
  }
}
