/// An operation's entry in the list of an index.
struct DescribedEntry: Sendable, Equatable {
  var id: String
  var method: DescribedMethod
  /// The path with its templates.
  var path: String
  /// A line that says what it does; empty if the document has none.
  var summary: String
  /// The first tag.
  var tag: String?
  /// The name of its command, if it has one besides its id.
  var name: CommandName?
  /// Whether it is deprecated.
  var isDeprecated: Bool
  /// Whether it is not a command at all.
  var isIgnored: Bool
  /// Whether it is a command that lists omit.
  var isHidden: Bool
  /// Whether the description declares that it changes nothing.
  var isDeclaredRead: Bool

  init(_ operation: DescribedOperation) {
    (id, method, path) = (operation.id, operation.method, operation.path)
    (summary, tag) = (operation.summary ?? "", operation.tags.first)
    isDeprecated = operation.isDeprecated
    (isIgnored, isHidden) = (operation.isIgnored, operation.isHidden)
    isDeclaredRead = operation.isDeclaredRead
  }
}

extension DescribedEntry {
  func write(to writer: inout RecordWriter) {
    writer.text(id)
    writer.choice(method)
    writer.text(path)
    writer.text(summary)
    writer.optional(tag)
    writer.optional(name) { writer, name in
      writer.text(name.group)
      writer.text(name.command)
    }
    for flag in [isDeprecated, isIgnored, isHidden, isDeclaredRead] { writer.flag(flag) }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    id = try reader.text()
    method = try reader.choice()
    path = try reader.text()
    summary = try reader.text()
    tag = try reader.optionalText()
    name = try reader.optional { reader throws(DescriptionError) in
      guard let name = CommandName(group: try reader.text(), command: try reader.text()) else {
        throw RecordReader.damaged
      }
      return name
    }
    isDeprecated = try reader.flag()
    isIgnored = try reader.flag()
    isHidden = try reader.flag()
    isDeclaredRead = try reader.flag()
  }
}
