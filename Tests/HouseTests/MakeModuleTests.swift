import Foundation
import SeashellTesting
import TestSupport
import Testing

/// `make module`, in a copy of the files that it reads and changes.
@Suite(.mayBlock) struct MakeModuleTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(filePath: temporary.path) }

  private static let changed = ["Package.swift", "Sources/seashell/Seashell.swift"]

  init() throws {
    temporary = try TemporaryFolder()
    for path in Self.changed + ["Makefile"] {
      let copy = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: ImportTests.root.appending(path: path), to: copy)
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Sources/SeashellKit"), withIntermediateDirectories: true)
  }

  /// Runs `make module`, without the formatter, and returns its status and what it wrote.
  private func make(_ words: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = ProcessInfo.processInfo.environment["SEASHELL"] ?? ""
    process.arguments = ["make", "-s", "module", "SWIFT=true", "BINARY=\(program)"] + words
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  private func texts() throws -> [String] {
    try Self.changed.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  @Test(arguments: [
    (["NAME=Zebras"], "zebras", "Zebra"), (["NAME=MyAddresses"], "my-addresses", "MyAddress"),
    (["NAME=Columns"], "columns", "ColumnsItem"), (["NAME=Classes"], "classes", "ClassesItem"),
    (["NAME=Mice", "ITEM=Mouse"], "mice", "Mouse"),
  ])
  func `a module is added, and taken away again`(
    words: [String], word: String, element: String
  ) throws {
    let before = try texts()
    let name = String(words[0].dropFirst("NAME=".count))
    #expect(
      try make(words[0], words.last ?? "")
        == (0, "Plugins/\(name) is there: 'make test ONLY=\(name)' tests it, 'make shell' has it\n")
    )
    #expect(exists("Plugins/\(name)/Data/\(element)Mapper.swift"))
    #expect(exists("Tests/\(name)PluginTests/Stub\(name).swift"))
    let module = try String(
      contentsOf: folder.appending(path: "Plugins/\(name)/\(name)Module.swift"), encoding: .utf8)
    #expect(module.contains("let name = \"\(word)\"") && !module.lowercased().contains("order"))
    let after = try texts()
    #expect(
      after[0].contains("module(\"\(name)\"),") && after[1].contains("\(name)Module(context)"))

    #expect(try make(words[0], "REMOVE=1").status == 0)
    #expect(try texts() == before)
    #expect(!exists("Plugins/\(name)") && !exists("Tests/\(name)PluginTests"))
  }

  @Test(arguments: [
    ("NAME=Print", "seashell: the name 'print' is taken; choose another"),
    ("NAME=Reviews", "seashell: the name 'reviews' is taken; choose another"),
    (
      "NAME=orders",
      "'orders' is not a name; use letters and digits, with a capital first: NAME=Orders"
    ),
    ("NAME=My Orders", "'My Orders' is not a name"), ("NAME=", "'' is not a name"),
  ])
  func `a name that cannot be used is refused`(word: String, message: String) throws {
    let before = try texts()
    let (status, output) = try make(word)
    #expect(status == 2 && output.hasPrefix(message))
    #expect(try texts() == before)
    #expect(!exists("Plugins"))
  }

  @Test func `what exists is not touched`() throws {
    #expect(try make("NAME=Zebras").status == 0)
    let (status, output) = try make("NAME=Zebras")
    #expect(status == 2 && output.hasPrefix("seashell: Plugins/Zebras exists already"))
  }
}
