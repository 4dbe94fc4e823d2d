import CoreJSON

/// A value in a document, read only when it is needed.
///
/// Its type is not assumed: an accessor for another type gives nil.
struct DocumentValue {
  let document: SourceDocument
  let index: Int

  private var node: SourceDocument.Node { document.nodes[index] }

  var kind: JSONCursor.Kind { node.kind }

  var isObject: Bool { kind == .object }

  var isArray: Bool { kind == .array }

  var isString: Bool { kind == .string }

  var key: DocumentKey? { node.key }

  /// The member's name; nil if the value is not a member, or the name is not UTF-8.
  var name: String? { document.name(of: index) }

  var children: Children { Children(document: document, position: index + 1, end: Int(node.next)) }

  var elements: Children { kind == .array ? children : none }

  var members: Children { kind == .object ? children : none }

  private var none: Children { Children(document: document, position: 0, end: 0) }

  var hasOneChild: Bool {
    let end = Int(node.next)
    return index + 1 < end && Int(document.nodes[index + 1].next) == end
  }

  /// The last member with a key, if this is an object that has one.
  subscript(key: DocumentKey) -> DocumentValue? {
    guard kind == .object else { return nil }
    var found: Int?
    var child = index + 1
    var count = 0
    let end = Int(node.next)
    while child < end {
      let node = document.nodes[child]
      if node.key == key { found = child }
      child = Int(node.next)
      count += 1
      // A large object is searched only once, and not for each operation that refers to it.
      if count == 256 {
        found = document.member(of: index, named: key.rawValue)
        break
      }
    }
    return found.map { DocumentValue(document: document, index: $0) }
  }

  /// The member with a name or the element at an index, if it exists.
  subscript(token: String) -> DocumentValue? {
    switch kind {
    case .object:
      return document.member(of: index, named: token).map {
        DocumentValue(document: document, index: $0)
      }
    case .array:
      guard let number = Int(token), number >= 0, number < document.nodes.count else { return nil }
      return children.dropFirst(number).first { _ in true }
    case .string, .number, .boolean, .null: return nil
    }
  }

  struct Children: Sequence, IteratorProtocol {
    let document: SourceDocument
    var position: Int
    let end: Int

    mutating func next() -> DocumentValue? {
      guard position < end else { return nil }
      defer { position = Int(document.nodes[position].next) }
      return DocumentValue(document: document, index: position)
    }
  }
}

extension DocumentValue {
  /// The value if it is a string in UTF-8, of any length; otherwise nil.
  var string: String? {
    guard kind == .string else { return nil }
    return read { cursor throws(JSONError) in try cursor.string() }
  }

  /// The string, cut to a number of bytes, in O(*limit*); nil if it is empty or not a string.
  func text(_ limit: Int) -> String? {
    guard kind == .string else { return nil }
    let text =
      extent > 6 * limit + 100 ? document.prefix(at: Int(node.start), 6 * limit + 12) : string
    guard let text, !text.isEmpty else { return nil }
    return text.cut(limit)
  }

  /// A string, or a number or Boolean as written, such as a version that YAML takes for a number.
  var scalar: String? {
    switch kind {
    case .string: text(1_000)
    case .number: number?.text
    case .boolean: isTrue ? "true" : "false"
    case .null, .object, .array: nil
    }
  }

  var isTrue: Bool { boolean == true }

  var boolean: Bool? {
    guard kind == .boolean else { return nil }
    return read { cursor throws(JSONError) in try cursor.boolean() }
  }

  /// The value if it is a number with at most 50 characters; otherwise nil.
  var number: JSONNumber? {
    guard kind == .number, extent < 4_000 else { return nil }
    let number = read { cursor throws(JSONError) in try cursor.number().json }
    return number.flatMap { $0.text.utf8.count <= 50 ? $0 : nil }
  }

  /// The value if it is a whole number that is not negative; otherwise nil.
  var count: Int? {
    guard let number else { return nil }
    let count = Int(number.text) ?? number.decimal.flatMap { Int($0.text) }
    return count.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The value of any type, if it takes at most this many bytes, including white space.
  func json(_ limit: Int) -> JSONValue? {
    guard extent <= 4 * limit + 2_000,
      let value = read({ cursor throws(JSONError) in try cursor.value() })
    else { return nil }
    switch value {
    case .null, .bool, .integer: return value
    case .string(let text): return text.utf8.count <= limit ? value : nil
    case .number(let number): return number.text.utf8.count <= 50 ? value : nil
    case .array, .object: return value.jsonBytes.count <= limit ? value : nil
    }
  }

  /// The number of bytes up to the next value, which may begin well after this one's end.
  private var extent: Int {
    let next = Int(node.next)
    let end = next < document.nodes.count ? document.nodes[next].position : document.bytes.count
    return end - Int(node.start)
  }

  private func read<Value>(
    _ body: (inout JSONCursor) throws(JSONError) -> Value
  ) -> Value? {
    document.read(at: Int(node.start), body)
  }
}

extension String {
  /// The text, cut to at most a number of bytes between characters, with `…` if it was cut.
  func cut(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: max(0, limit - 3))
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return String(self[..<end]) + "…"
  }
}
