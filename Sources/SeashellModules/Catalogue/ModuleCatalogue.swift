import CoreSystem
import Glibc
package import SeashellKit

/// The modules that the user added, in files that several shells may change at once.
///
/// `modules.json` has their records. `modules/NAME.json` has the tools that a module offered last, so that
/// the shell reads one small file when it starts. `modules/NAME.log` has what the module wrote to standard
/// error. Content from another version of the shell is kept.
package struct ModuleCatalogue: Sendable {
  private let currentFolder: @Sendable () -> String
  private let clock: any Clock<Duration>

  /// Creates the catalogue without reading a file yet.
  ///
  /// - Parameters:
  ///   - folder: the folder of the shell's state.
  ///   - clock: measures the wait for another shell.
  init(folder: String, clock: any Clock<Duration> = ContinuousClock()) {
    (currentFolder, self.clock) = ({ folder }, clock)
  }

  /// Creates the catalogue of a shell without reading a file yet.
  package init(_ directories: Directories) {
    (currentFolder, clock) = ({ directories.state }, ContinuousClock())
  }

  var folder: String { currentFolder() }
  private var file: PrivateFile { PrivateFile(path: "\(folder)/modules.json") }
  private var lock: ShellLock {
    ShellLock("\(folder)/modules.lock", of: "the list of added modules", clock: clock)
  }

  /// The stamps of the catalogue's files, which differ after each change by any shell.
  struct Stamp: Equatable {
    var records: FileStamp?
    var tools: FileStamp?
  }

  /// Reads the current stamps, with two system calls.
  var stamp: Stamp {
    Stamp(records: FileStamp(path: file.path), tools: FileStamp(folder: "\(folder)/modules"))
  }

  func toolStamp(of name: String) -> FileStamp? { FileStamp(path: toolFile(of: name).path) }

  /// Reads the records, without their tools.
  ///
  /// - Returns: the records, sorted by name, and a message for each entry that is not understood.
  /// - Throws: `ShellError` if the file cannot be read. The file is not changed then.
  func records() throws -> (records: [ModuleRecord], problems: [String]) {
    let content = try content()
    var problems: [String] = []
    let records = content.entries.compactMap { entry -> ModuleRecord? in
      do {
        return try ModuleRecord(entry)
      } catch {
        let name = entry["name"]?.textValue.map { "'\($0)'" } ?? "without a name"
        problems.append(
          "the added module \(name) cannot be used: \(ShellError(error).message) (\(file.path))")
        return nil
      }
    }
    return (records.sorted { $0.name < $1.name }, problems)
  }

  /// Adds a record, with its tools.
  ///
  /// - Throws: `ShellError` if the name is taken, or a file cannot be written.
  func add(_ record: ModuleRecord) async throws {
    try await update { content in
      guard content.index(of: record.name) == nil else {
        throw ShellError(
          .failed, "another shell has added a module '\(record.name)'",
          hint: "use that one, or choose another name")
      }
      try keep(record.tools, record.offer, of: record.name)
      try keep(record.secrets, of: record.name)
      content.entries.append(record.json)
    }
  }

  /// Changes a record, after reading it again from the file.
  ///
  /// - Returns: the changed record, without its tools.
  /// - Throws: `ShellError` if no record has that name, and what the closure throws.
  @discardableResult
  func change(
    _ name: String, _ body: (inout ModuleRecord) throws -> Void
  ) async throws -> ModuleRecord {
    try await update { content in
      let index = try content.place(of: name)
      var record = try ModuleRecord(content.entries[index])
      try body(&record)
      content.entries[index] = record.json
      return record
    }
  }

  /// Removes a record and its tools; does nothing if another shell has removed them.
  ///
  /// - Throws: `ShellError` if the file cannot be written.
  func remove(_ name: String) async throws {
    try await update { content in
      if let index = content.index(of: name) { content.entries.remove(at: index) }
    }
    try Self.asShellError { try secretFile(of: name).remove() }
    try? toolFile(of: name).remove()
    try? logFile(of: name).remove()
  }

  /// Reads the tools that a module offered last.
  ///
  /// - Returns: the tools and the module's offer; nil if they are unknown.
  func tools(of name: String) -> (tools: [ToolDescription], offer: ProviderOffer?)? {
    guard let bytes = try? toolFile(of: name).read(upTo: Self.maximumToolSize),
      let json = try? CellValue(json: bytes), let list = json["tools"]?.listValue,
      let tools = try? list.map({ try ToolDescription($0) })
    else { return nil }
    return (tools, json["offer"].flatMap { ProviderOffer($0) })
  }

  /// Stores the tools that a module offers.
  ///
  /// - Throws: `ShellError` if the file cannot be written.
  func keep(
    _ tools: [ToolDescription], _ offer: ProviderOffer?, of name: String
  ) throws {
    let json = CellValue.record([
      .init("offer", offer?.json ?? .null), .init("tools", .list(tools.map(\.json))),
    ])
    try Self.asShellError { try toolFile(of: name).replaceUnlocked(with: json.jsonBytes) }
  }

  /// The stored lines of a module's standard error; empty if they cannot be read.
  func log(of name: String) -> [String] {
    let bytes = try? logFile(of: name).read(upTo: Self.maximumLogSize)
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Stores further lines of a module's standard error, unless another shell has removed the module.
  ///
  /// - Parameter limit: the maximum size of the file in bytes; the oldest lines are dropped.
  /// - Throws: `ShellError` if the file cannot be written.
  func keepLog(_ lines: [String], of name: String, upTo limit: Int) async throws {
    try await lock.hold {
      guard try content().index(of: name) != nil else { return }
      let file = logFile(of: name)
      let old = log(of: name)
      let kept = KeptLines(old + lines, limit: limit).lines
      try Self.asShellError {
        try PrivateFile.makeFolder("\(folder)/modules")
        let descriptor = try file.openForAppending()
        defer { close(descriptor) }
        let isCut = kept.count < old.count + lines.count
        if isCut, ftruncate(descriptor, 0) != 0 { throw SystemError("cannot write \(file.path)") }
        let new = (isCut ? kept : lines).map { "\($0)\n" }
        try file.write(Array(new.joined().utf8), to: descriptor)
      }
    }
  }

  /// The maximum size of a log in bytes, above every configurable limit.
  private static let maximumLogSize = 32 << 20

  private func logFile(of name: String) -> PrivateFile {
    PrivateFile(path: "\(folder)/modules/\(name).log")
  }

  /// The maximum size of a list of tools in bytes, above that of a message.
  private static let maximumToolSize = 16 << 20

  private func toolFile(of name: String) -> PrivateFile {
    PrivateFile(path: "\(folder)/modules/\(name).json")
  }

  private func content() throws -> CatalogueContent {
    guard let bytes = try Self.asShellError({ try file.read() }) else { return CatalogueContent() }
    do {
      return try CatalogueContent(bytes)
    } catch {
      throw ShellError(
        .failed, "the list of added modules is damaged: \(error.reason) (\(file.path))",
        hint: "mend the file, or move it away to begin a new list")
    }
  }

  /// Reads, changes and writes the file under a lock.
  func update<Result>(
    _ body: (inout CatalogueContent) throws -> Result
  ) async throws -> Result {
    try Directories.make(folder)
    return try await lock.hold {
      var content = try content()
      let result = try body(&content)
      try Self.asShellError { try file.replace(with: content.bytes) }
      return result
    }
  }

  static func asShellError<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw ShellError(error) }
  }
}

extension ProviderOffer {
  fileprivate var json: CellValue {
    .record([
      .init("title", title.map { .text($0) } ?? .null), .init("dialect", .text(dialect)),
      .init("instructions", instructions.map { .text($0) } ?? .null),
      .init("hasResources", .boolean(hasResources)),
    ])
  }

  fileprivate init?(_ json: CellValue) {
    guard let dialect = json["dialect"]?.textValue else { return nil }
    self.init(
      title: json["title"]?.textValue, dialect: dialect,
      instructions: json["instructions"]?.textValue,
      hasResources: json["hasResources"]?.booleanValue ?? false)
  }
}
