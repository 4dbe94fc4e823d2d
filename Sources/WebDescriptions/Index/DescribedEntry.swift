/// What the list of an index says of an operation.
package struct DescribedEntry: Sendable, Equatable {
  /// The operation's id.
  package var id: String
  /// Its method.
  package var method: DescribedMethod
  /// Its path with its templates.
  package var path: String
  /// One line that says what it does; empty if the document does not say.
  package var summary: String
  /// The first tag.
  package var tag: String?
  /// The name of its command; nil if it has only its id.
  package var name: CommandName?
  /// Whether it should not be used any more.
  package var isDeprecated: Bool
  /// Whether it is no command at all.
  package var isIgnored: Bool
  /// Whether it is a command that lists leave out.
  package var isHidden: Bool
  /// Whether the description says that it changes nothing.
  package var isDeclaredRead: Bool

  /// Creates the entry of an operation, without a name.
  package init(_ operation: DescribedOperation) {
    (id, method, path) = (operation.id, operation.method, operation.path)
    (summary, tag) = (operation.summary ?? "", operation.tags.first)
    isDeprecated = operation.isDeprecated
    (isIgnored, isHidden) = (operation.isIgnored, operation.isHidden)
    isDeclaredRead = operation.isDeclaredRead
  }
}

extension DescribedEntry {
  /// Writes the entry into a record.
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

  /// Reads an entry from a record.
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
