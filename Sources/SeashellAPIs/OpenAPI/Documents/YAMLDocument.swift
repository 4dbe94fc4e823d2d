import CYAML
import CoreJSON

/// Converts YAML to JSON, event by event.
///
/// Types follow YAML 1.2's core schema: `no`, `on` and dates are text. Member names are text as written. `<<`
/// merges. Only the first document of a stream is read.
struct YAMLDocument {
  private let limits: DescriptionLimits
  private var writer = JSONWriter()
  private var anchors: [String: Anchor] = [:]
  /// The names of the anchors written so far, in the order in which their values end.
  private var written: [String] = []
  /// How many bytes aliases and merges have added.
  private var addedSize = 0
  private var open: [Container] = []
  private var line = 0

  /// The value of an alias: a range of the output, or bytes that were removed from it again.
  private enum Anchor {
    case written(Range<Int>)
    case removed([UInt8])
  }

  private struct Container {
    let isObject: Bool
    let start: Int
    let anchor: String?
    /// Whether a value is expected rather than a name.
    var hasName = false
    /// Whether the expected value will be merged, since it follows `<<`.
    var isMerging = false
    /// The values to merge into an object at its end.
    var merged: [[UInt8]] = []
  }

  private init(_ limits: DescriptionLimits) { self.limits = limits }

  static func json(
    of text: [UInt8], limits: DescriptionLimits
  ) throws(DescriptionError) -> [UInt8] {
    if let problem = cyaml_open() {
      throw DescriptionError(.unavailable, String(cString: problem))
    }
    let result = text.withUnsafeBufferPointer { buffer in
      Result { () throws(DescriptionError) in
        guard let start = buffer.baseAddress, let parser = cyaml_create(start, buffer.count) else {
          throw DescriptionError(.malformed, "the description is empty")
        }
        defer { cyaml_free(parser) }
        var document = YAMLDocument(limits)
        try document.read(parser)
        return document.writer.bytes
      }
    }
    return try result.get()
  }

  private mutating func read(_ parser: OpaquePointer) throws(DescriptionError) {
    var event = cyaml_event()
    while true {
      if let problem = cyaml_next(parser, &event) {
        throw DescriptionError(
          .malformed, "not YAML: \(String(cString: problem).cut(200)), line \(event.line)")
      }
      line = event.line
      let anchor = event.anchor.map { String(cString: $0) }
      switch Int(event.kind) {
      case cyaml_alias: try add(anchor ?? "")
      case cyaml_scalar: try scalar(event, anchor)
      case cyaml_sequence_start: try begin(isObject: false, anchor)
      case cyaml_mapping_start: try begin(isObject: true, anchor)
      case cyaml_sequence_end, cyaml_mapping_end: try end()
      case cyaml_document_end, cyaml_stream_end:
        guard !writer.bytes.isEmpty else { throw malformed("the description is empty") }
        return
      default: break
      }
      guard writer.bytes.count <= 2 * limits.documentSize else {
        throw DescriptionError(
          .limit, "the description is larger than \(limits.documentSize >> 19) MiB as JSON")
      }
    }
  }

  private func malformed(_ reason: String) -> DescriptionError {
    DescriptionError(.malformed, "\(reason), line \(line)")
  }

  /// Counts added bytes against the limit.
  private mutating func count(_ size: Int) throws(DescriptionError) {
    addedSize += size
    guard addedSize <= limits.aliasSize else {
      throw DescriptionError(
        .limit, "the aliases of the description add more than \(limits.aliasSize >> 20) MiB")
    }
  }
}

extension YAMLDocument {
  private mutating func scalar(
    _ event: cyaml_event, _ anchor: String?
  ) throws(DescriptionError) {
    let bytes = UnsafeBufferPointer(start: event.text, count: event.count)
    let isName = open.last.map { $0.isObject && !$0.hasName } == true
    let text = String(decoding: bytes, as: UTF8.self)
    let start = nextStart
    if isName {
      // A quoted `<<` is a name like any other.
      if text == "<<", event.is_plain != 0 {
        open[open.count - 1].isMerging = true
      } else {
        writer.field(text)
        if let anchor {
          anchors[anchor] = .removed(Array(writer.bytes[start..<(writer.bytes.count - 1)]))
        }
      }
      open[open.count - 1].hasName = true
      return
    }
    let tag = event.tag.map { String(cString: $0) }
    switch YAMLScalar(text, isPlain: event.is_plain != 0, tag: tag) {
    case .null: writer.null()
    case .boolean(let value): writer.raw(value ? "true" : "false")
    case .number(let number): writer.raw(number)
    case .text: writer.string(bytes)
    }
    try finish(from: start, anchor)
  }

  private mutating func begin(isObject: Bool, _ anchor: String?) throws(DescriptionError) {
    guard open.count < JSONCursor.maximumDepth else {
      throw DescriptionError(
        .limit, "the description is nested more than \(JSONCursor.maximumDepth) deep, line \(line)")
    }
    if let last = open.last, last.isObject, !last.hasName {
      throw malformed("a name is not a text")
    }
    open.append(Container(isObject: isObject, start: nextStart, anchor: anchor))
    // An alias inside its own anchor would never end.
    if let anchor { anchors[anchor] = nil }
    if isObject { writer.openObject() } else { writer.openArray() }
  }

  private mutating func end() throws(DescriptionError) {
    guard let container = open.popLast() else { return }
    if container.isObject {
      if !container.merged.isEmpty { try merge(container.merged, from: container.start) }
      writer.closeObject()
    } else {
      writer.closeArray()
    }
    try finish(from: container.start, container.anchor)
  }

  /// The offset at which the next value begins, after the comma that the writer adds.
  private var nextStart: Int {
    switch writer.bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): writer.bytes.count
    default: writer.bytes.count + 1
    }
  }

  private mutating func finish(from start: Int, _ anchor: String?) throws(DescriptionError) {
    if let anchor {
      anchors[anchor] = .written(start..<writer.bytes.count)
      written.append(anchor)
    }
    guard let last = open.indices.last, open[last].isObject else { return }
    open[last].hasName = false
    guard open[last].isMerging else { return }
    open[last].isMerging = false
    // A merged value is removed from the output again, with the comma before it.
    let value = Array(writer.bytes[start...])
    while let name = written.last {
      guard case .written(let range) = anchors[name] else {
        written.removeLast()
        continue
      }
      guard range.lowerBound >= start else { break }
      anchors[name] = .removed(Array(writer.bytes[range]))
      written.removeLast()
    }
    let comma = start > 0 && writer.bytes[start - 1] == UInt8(ascii: ",")
    writer.removeAll(after: comma ? start - 1 : start)
    guard let first = value.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw malformed("'<<' merges objects only")
    }
    open[last].merged.append(value)
  }
}

extension YAMLDocument {
  private mutating func add(_ name: String) throws(DescriptionError) {
    guard let anchor = anchors[name] else {
      throw malformed("there is no '&\(name.cut(100))' before")
    }
    let value: [UInt8] =
      switch anchor {
      case .written(let range): Array(writer.bytes[range])
      case .removed(let bytes): bytes
      }
    try count(value.count)
    let text = String(decoding: value, as: UTF8.self)
    guard let last = open.last, last.isObject, !last.hasName else {
      let start = nextStart
      writer.raw(text)
      return try finish(from: start, nil)
    }
    guard let first = value.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
      throw malformed("a name is not a text")
    }
    let name = first == UInt8(ascii: "\"") ? try? JSONValue(json: value) : nil
    if case .string(let name) = name { writer.field(name) } else { writer.field(text) }
    open[open.count - 1].hasName = true
  }

  /// Adds the members of an object, or of the objects in an array, unless the target already has them.
  private mutating func merge(_ values: [[UInt8]], from start: Int) throws(DescriptionError) {
    var names: Set<String> = []
    let own = Array(writer.bytes[start...]) + [UInt8(ascii: "}")]
    // Merged objects may be nested, and each level reads them again.
    try count(own.count / 8)
    do throws(JSONError) {
      try Self.members(of: own) { name, _ in names.insert(name) }
      for value in values {
        try Self.members(of: value) { name, range in
          guard names.insert(name).inserted else { return }
          writer.field(name)
          writer.raw(String(decoding: value[range], as: UTF8.self))
        }
      }
    } catch {
      throw malformed("'<<' merges objects only")
    }
  }

  private static func members(
    of value: [UInt8], _ body: (String, Range<Int>) -> Void
  ) throws(JSONError) {
    try JSONCursor.read(value) { cursor throws(JSONError) in
      func object() throws(JSONError) {
        guard try cursor.kind() == .object else {
          throw JSONError(.expectedValue, at: cursor.offset)
        }
        guard try cursor.beginObject() else { return }
        repeat {
          let name = try cursor.name()
          _ = try cursor.kind()
          let start = cursor.offset
          try cursor.skip()
          body(name, start..<cursor.offset)
        } while try cursor.nextMember()
      }
      guard try cursor.kind() == .array else { return try object() }
      guard try cursor.beginArray() else { return }
      repeat { try object() } while try cursor.nextElement()
    }
  }
}
