extension FormerNames {
  func write(to writer: inout RecordWriter) {
    writer.list(names) { writer, former in
      writer.text(former.id)
      writer.choice(former.method)
      writer.text(former.path)
      writer.text(former.name.group)
      writer.text(former.name.command)
      writer.optional(former.goneSince) { $0.number($1) }
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    names = try reader.list { reader throws(DescriptionError) in
      let (id, method) = (try reader.text(), try reader.choice() as DescribedMethod)
      let path = try reader.text()
      guard let name = CommandName(group: try reader.text(), command: try reader.text()) else {
        throw RecordReader.damaged
      }
      let since = try reader.optional { reader throws(DescriptionError) in try reader.number() }
      return FormerName(id: id, method: method, path: path, name: name, goneSince: since)
    }
  }
}
