import Foundation
import Testing

/// Checks every import in the tree against the table in Architecture.md.
@Suite struct ImportTests {
  /// What every target may import, besides the standard library.
  static let common: Set = ["Synchronization", "Glibc", "Dispatch", "FoundationEssentials"]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every import stands in the table of Architecture`() throws {
    let table = try Self.table()
    var count = 0
    let targets = try Self.targets()
    // A module has its events in Plugins/NAME/Events, the target NAMEEvents.
    let events = Set(
      targets.keys.map { $0.split(separator: "/") }.filter { $0.count == 3 }.map {
        "\($0[1])Events"
      })
    #expect(events.contains("ReviewsEvents"))
    for (folder, files) in targets {
      let allowed = try #require(
        table[folder] ?? Self.pattern(of: folder).flatMap { table[$0] },
        "\(folder) is not in the table")
      for file in files {
        for name in try Self.imports(of: file) where !Self.common.contains(name) {
          #expect(
            allowed.contains(name) || allowed.contains("Plugins") && name.hasSuffix("Plugin")
              || allowed.contains("Events") && events.contains(name),
            "\(file.lastPathComponent) of \(folder) imports \(name)")
          count += 1
        }
      }
    }
    #expect(count > 50, "the imports were not found")
  }

  @Test func `every row of the table names a folder`() throws {
    let folders = Set(try Self.targets().keys)
    for row in try Self.table().keys {
      #expect(
        folders.contains { $0 == row || Self.pattern(of: $0) == row },
        "\(row) stands in the table and has no Swift files")
    }
  }

  /// The row of the table that a module's folder, or that of its events, comes under.
  static func pattern(of folder: String) -> String? {
    guard folder.hasPrefix("Plugins/") else { return nil }
    return folder.hasSuffix("/Events") ? "Plugins/*/Events" : "Plugins/*"
  }

  /// A row of the table in Architecture.md: a folder, its floor, and the modules that it may import.
  struct Row {
    let folder: String
    let floor: Int
    let modules: Set<String>
  }

  /// The rows in their order; one that names several folders is several.
  static func rows() throws -> [Row] {
    let text = try String(
      contentsOf: root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    let form = /(?m)^\| (\d) \| ((?:`[\w\/*]+`(?:, )?)+) \| [^|]+ \| ([^|]+) \|$/
    return text.matches(of: form).flatMap { row in
      let modules = Set(row.3.matches(of: /\w+/).map { String($0.0) })
      return row.2.matches(of: /`([\w\/*]+)`/).map {
        Row(folder: String($0.1), floor: Int(row.1) ?? -1, modules: modules)
      }
    }
  }

  /// The table: a folder, and the modules that it may import.
  static func table() throws -> [String: Set<String>] {
    Dictionary(try rows().map { ($0.folder, $0.modules) }) { $1 }
  }

  @Test func `every Swift file that the documentation names exists`() throws {
    let examples = FileManager.default.enumerator(
      at: Self.root.appending(path: "Examples"), includingPropertiesForKeys: nil)
    let files =
      try Self.targets().values.joined().map(\.path)
      + (examples?.compactMap { ($0 as? URL)?.path } ?? [])
    let documents = FileManager.default.enumerator(
      at: Self.root.appending(path: "Documentation"), includingPropertiesForKeys: nil)
    var count = 0
    for document in documents?.compactMap({ $0 as? URL }) ?? []
    where document.pathExtension == "md" {
      // A reader of the tutorial makes what is new.
      let text = try String(contentsOf: document, encoding: .utf8)
        .replacing(/`[^`]+`, new:/, with: "")
      for path in text.matches(of: /`([\w+\/]+\.swift)`/).map(\.1) {
        #expect(
          files.contains { $0.hasSuffix("/\(path)") },
          "\(document.lastPathComponent) names \(path)")
        count += 1
      }
    }
    #expect(count > 50, "the paths were not found")
  }

  @Test func `the manifest knows what is re-exported`() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let line = try #require(manifest.firstMatch(of: /(?s)let reexports = \[(.*?)\n\]\n/))
    var declared: [String: Set<String>] = [:]
    for entry in line.1.matches(of: /"(\w+)": \[([^\]]*)\]/) {
      declared[String(entry.1)] = Set(entry.2.matches(of: /\w+/).map { String($0.0) })
    }
    var found: [String: Set<String>] = [:]
    for (folder, files) in try Self.targets() {
      for file in files {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where line.contains("@_exported") {
          guard let name = Self.imported(by: String(line)) else { continue }
          found[String(folder.split(separator: "/")[1]), default: []].insert(name)
        }
      }
    }
    #expect(!found.isEmpty && found == declared)
  }

  @Test func `the fuzz targets build each module after those that it imports`() throws {
    let script = try String(
      contentsOf: Self.root.appending(path: "Tests/Fuzz/run"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: /(?s)\nmodules=\((.*?)\)/)?.1)
    let targets = try Self.targets()
    var built: Set<String> = []
    for name in list.matches(of: /\w+/).map({ String($0.0) }) {
      for file in try #require(targets["Sources/\(name)"], "\(name) has no Swift files") {
        for module in try Self.imports(of: file)
        where module != name && targets["Sources/\(module)"] != nil {
          #expect(built.contains(module), "Tests/Fuzz/run builds \(name) without \(module)")
        }
      }
      built.insert(name)
    }
    #expect(built.count > 10, "the modules were not found")
  }

  @Test(arguments: [
    ("import CoreEvents", "CoreEvents"), ("public import WebAPI", "WebAPI"),
    ("@testable import SessionPlugin", "SessionPlugin"),
    ("@_exported public import WebAPI", "WebAPI"),
    ("import struct Foundation.URL", "Foundation"), ("  internal import CSQLite", "CSQLite"),
  ])
  func `an import is recognized in each of its forms`(line: String, name: String) {
    #expect(Self.imported(by: line) == name)
  }

  @Test(arguments: ["// import Events", "let imported = 1", "importantCall()"])
  func `what only looks like an import is none`(line: String) {
    #expect(Self.imported(by: line) == nil)
  }

  /// The Swift files of every target; the templates of new modules are resources.
  static func targets() throws -> [String: [URL]] {
    var targets: [String: [URL]] = [:]
    for top in ["Sources", "Plugins"] {
      let directory = root.appending(path: top)
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        let files = FileManager.default.enumerator(
          at: directory.appending(path: name), includingPropertiesForKeys: nil)
        for case let file as URL in files?.allObjects ?? []
        where file.pathExtension == "swift"
          && !file.path.contains("/New/Templates/")
        {
          let isEvents = top == "Plugins" && file.path.contains("/\(name)/Events/")
          targets[isEvents ? "\(top)/\(name)/Events" : "\(top)/\(name)", default: []].append(file)
        }
      }
    }
    return targets
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
