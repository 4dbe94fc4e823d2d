import CoreSystem
import SeashellKit

/// The servers in the configuration of another client of the Model Context Protocol.
///
/// The file is JSON, possibly with comments, with the object `mcpServers`, or `servers` in VS Code.
struct ServerList {
  struct Entry {
    let name: String
    fileprivate let line: Int
    fileprivate let members: [JSON5Value.Member]
  }

  /// The servers, in the file's order.
  let entries: [Entry]
  private let path: String

  /// Reads a file.
  ///
  /// - Throws: `ShellError` if it cannot be read or lists no servers.
  init(path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path)
    } catch {
      throw ShellError(.failed, "cannot read '\(path)': \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(.failed, "cannot read '\(path)': it is not UTF-8")
    }
    try self.init(text, path: path)
  }

  init(_ text: String, path: String) throws {
    self.path = path
    let root: JSON5Value
    do {
      root = try JSON5Parser.parse(text)
    } catch {
      throw ShellError(.failed, "\(path):\(error.line): \(error.message)")
    }
    guard case .object(let members) = root.content,
      let servers = members.first(where: { ["mcpServers", "servers"].contains($0.name) })
    else { throw ShellError(.failed, "'\(path)' has no object 'mcpServers' or 'servers'") }
    guard case .object(let list) = servers.value.content else {
      throw ShellError(
        .failed,
        "\(path):\(servers.line): '\(servers.name)' is \(servers.value.kind), not an object")
    }
    entries = try list.map { member in
      guard case .object(let members) = member.value.content else {
        throw ShellError(
          .failed, "\(path):\(member.line): '\(member.name)' is \(member.value.kind), not an object"
        )
      }
      return Entry(name: member.name, line: member.line, members: members)
    }
  }

  /// Returns the server with a name.
  ///
  /// - Throws: `ShellError` that lists the known names.
  func entry(named name: String) throws -> Entry {
    if let entry = entries.first(where: { $0.name == name }) { return entry }
    let names = entries.map { "'\($0.name)'" }.joined(separator: ", ")
    throw ShellError(
      .unknownCommand, "'\(path)' has no server '\(name)'",
      hint: names.isEmpty ? "it has none" : "it has \(names)")
  }

  /// Returns the record of a server, with its variables as written in the file, and the names of ignored
  /// fields.
  ///
  /// - Throws: `ShellError` with file and line if the server cannot be used.
  func record(of entry: Entry) throws -> (record: ModuleRecord, unused: [String]) {
    var texts: [String: String] = [:]
    var arguments: [String] = []
    var objects: [String: [String: String]] = [:]
    var unused: [String] = []
    for member in entry.members {
      switch member.name {
      case "command", "url", "type": texts[member.name] = try text(member, of: entry)
      case "args": arguments = try list(member, of: entry)
      case "env", "headers": objects[member.name] = try object(member, of: entry)
      default: unused.append(member.name)
      }
    }
    try checkType(texts["type"], of: entry)
    var record: ModuleRecord
    switch (texts["command"], texts["url"]) {
    case (let command?, nil):
      record = ModuleRecord(name: entry.name, source: .server([command] + arguments))
    case (nil, let url?):
      record = ModuleRecord(
        name: entry.name, source: .remote(url: url, headers: objects["headers"] ?? [:]))
    default: throw error("needs either 'command' or 'url'", at: entry.line, of: entry)
    }
    record.variables = objects["env"] ?? [:]
    return (record, unused)
  }

  private func checkType(_ type: String?, of entry: Entry) throws {
    switch type {
    case nil, "stdio", "http", "streamable-http", "streamableHttp", "streamable_http": return
    case "sse"?:
      throw error(
        "has the type 'sse', which servers have given up", at: line(of: "type", in: entry),
        of: entry, hint: "use its address for 'http' (Streamable HTTP), if it has one")
    case let type?:
      throw error(
        "has the unknown type '\(type)'", at: line(of: "type", in: entry), of: entry,
        hint: "choose stdio or http")
    }
  }

  private func text(_ member: JSON5Value.Member, of entry: Entry) throws -> String {
    guard case .string(let text) = member.value.content else {
      throw wrong(member, "a string", of: entry)
    }
    return text
  }

  private func list(_ member: JSON5Value.Member, of entry: Entry) throws -> [String] {
    guard case .array(let elements) = member.value.content else {
      throw wrong(member, "an array of strings", of: entry)
    }
    return try elements.map { element in
      guard case .string(let text) = element.content else {
        throw wrong(member, "an array of strings", of: entry)
      }
      return text
    }
  }

  private func object(
    _ member: JSON5Value.Member, of entry: Entry
  ) throws -> [String: String] {
    guard case .object(let members) = member.value.content else {
      throw wrong(member, "an object of strings", of: entry)
    }
    var texts: [String: String] = [:]
    for inner in members { texts[inner.name] = try text(inner, of: entry) }
    return texts
  }

  private func wrong(
    _ member: JSON5Value.Member, _ expected: String, of entry: Entry
  ) -> ShellError {
    error("has a '\(member.name)' that is not \(expected)", at: member.line, of: entry)
  }

  private func line(of name: String, in entry: Entry) -> Int {
    entry.members.first { $0.name == name }?.line ?? entry.line
  }

  private func error(
    _ message: String, at line: Int, of entry: Entry, hint: String? = nil
  ) -> ShellError {
    ShellError(.failed, "\(path):\(line): the server '\(entry.name)' \(message)", hint: hint)
  }
}
