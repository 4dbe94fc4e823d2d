import Foundation
import Testing

/// Who may import whom: the table of the house, read against every import in the tree.
@Suite struct ImportTests {
  /// What everyone may import.
  static let common: Set = ["Synchronization", "Glibc", "Dispatch"]

  static let kit: Set = ["Events", "WebAPI", "ShellKit", "SeashellKit"]

  static let table: [String: Set<String>] = [
    "Sources/Events": [],
    "Sources/WebAPI": ["Events", "FoundationEssentials"],
    "Sources/ShellKit": ["Events", "FoundationEssentials"],
    "Sources/SeashellKit": ["Events", "WebAPI", "ShellKit", "FoundationEssentials"],
    "Sources/Terminal": ["ShellKit", "CReadline"],
    "Sources/SQLite": ["CSQLite"],
    "Sources/CurlTransport": ["WebAPI", "CCurl", "FoundationEssentials"],
    "Sources/ShopServer": ["ShopBackend", "WebAPI", "FoundationEssentials"],
    "Sources/ShopBackend": ["WebAPI", "SQLite", "FoundationEssentials"],
    "Sources/SeashellTesting": kit.union(["FoundationEssentials"]),
    "Plugins/Serve": module.union(["ShopServer"]),
    "Sources/seashell": kit.union([
      "ShopBackend", "CurlTransport", "Terminal", "Products", "Reviews", "Session", "Environments",
      "API", "Serve", "CArguments", "FoundationEssentials",
    ]),
  ]

  static let module: Set = [
    "SeashellKit", "Observation", "FoundationEssentials", "FoundationInternationalization",
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every import stands in the table`() throws {
    var count = 0
    for (room, files) in try Self.rooms() {
      let allowed = try #require(
        Self.table[room] ?? (room.hasPrefix("Plugins/") ? Self.module : nil),
        "\(room) is not in the table")
      for file in files {
        for name in try Self.imports(of: file) where !Self.common.contains(name) {
          #expect(allowed.contains(name), "\(file.lastPathComponent) of \(room) imports \(name)")
          count += 1
        }
      }
    }
    #expect(count > 50, "the imports were not found")
  }

  @Test func `the manifest knows what is re-exported`() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let line = try #require(manifest.firstMatch(of: /let reexports = \[(.*)\]\n/))
    var declared: [String: Set<String>] = [:]
    for entry in line.1.matches(of: /"(\w+)": \[([^\]]*)\]/) {
      declared[String(entry.1)] = Set(entry.2.matches(of: /\w+/).map { String($0.0) })
    }
    var found: [String: Set<String>] = [:]
    for (room, files) in try Self.rooms() {
      for file in files {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where line.contains("@_exported") {
          guard let name = Self.imported(by: String(line)) else { continue }
          found[String(room.split(separator: "/")[1]), default: []].insert(name)
        }
      }
    }
    #expect(!found.isEmpty && found == declared)
  }

  @Test(arguments: [
    ("import Events", "Events"), ("public import WebAPI", "WebAPI"),
    ("@testable import Session", "Session"), ("@_exported public import ShellKit", "ShellKit"),
    ("import struct Foundation.URL", "Foundation"), ("  internal import CSQLite", "CSQLite"),
  ])
  func `an import is recognized in each of its forms`(line: String, name: String) {
    #expect(Self.imported(by: line) == name)
  }

  @Test(arguments: ["// import Events", "let imported = 1", "importantCall()"])
  func `what only looks like an import is none`(line: String) {
    #expect(Self.imported(by: line) == nil)
  }

  /// The Swift files of every room.
  static func rooms() throws -> [String: [URL]] {
    var rooms: [String: [URL]] = [:]
    for top in ["Sources", "Plugins"] {
      let directory = root.appending(path: top)
      for room in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        let files = FileManager.default.enumerator(
          at: directory.appending(path: room), includingPropertiesForKeys: nil)
        let swift = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        if !swift.isEmpty { rooms["\(top)/\(room)"] = swift }
      }
    }
    return rooms
  }

  static func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
      imported(by: String($0))
    }
  }

  static func imported(by line: String) -> String? {
    // Most lines are none, and the pattern is slow.
    guard line.contains("import ") else { return nil }
    let form =
      /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return line.firstMatch(of: form).map { String($0.1) }
  }
}
