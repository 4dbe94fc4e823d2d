import Foundation
import Testing

/// Compares what the documents list with what is in the tree.
@Suite struct DocumentTests {
  /// The text of a file, by its path.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: ImportTests.root.appending(path: path), encoding: .utf8)
  }

  /// The names of the folders in a folder.
  private static func folders(in path: String) throws -> Set<String> {
    let url = ImportTests.root.appending(path: path)
    let names = try FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: [.isDirectoryKey])
    return Set(
      try names.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent))
  }

  /// The targets with Swift files under Sources/.
  private static func sources() throws -> Set<String> {
    Set(
      try ImportTests.targets().keys.compactMap { $0.components(separatedBy: "Sources/").last }
        .filter { !$0.hasPrefix("Plugins/") })
  }

  private static func words(_ text: Substring) -> Set<String> {
    Set(text.matches(of: /\w+/).map { String($0.0) })
  }

  // MARK: Folders

  @Test func `Architecture lists every folder of the source, and no other document does`() throws {
    let text = try Self.text("Documentation/Architecture.md")
    let floors = try #require(text.firstMatch(of: /(?s)## The floors\n(.*?)\n##/)).1
    let names = floors.matches(of: /`Sources\/(\w+)`/).map { String($0.1) }
    let folders = try Self.folders(in: "Sources")
    #expect(names.count == Set(names).count)
    #expect(Set(names) == folders, "\(folders.symmetricDifference(names))")
    for path in ["README.md", "CONTRIBUTING.md", "Documentation/Seashell.md"] {
      let named = Self.words(try Self.text(path)[...]).intersection(folders)
      #expect(named.count < folders.count / 2, "\(path): \(named)")
    }
  }

  @Test func `the first page links to every page, and each link leads to a file`() throws {
    let folder = ImportTests.root.appending(path: "Documentation")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") && $0 != "Seashell.md" }
    let topics = try Self.text("Documentation/Seashell.md")
      .matches(of: /(?m)^- \[[^\]]+\]\((\w+\.md)\)$/).map { String($0.1) }
    #expect(topics.sorted() == pages.sorted())
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    var count = 0
    for path in top + pages.map({ "Documentation/\($0)" }) {
      let url = ImportTests.root.appending(path: path)
      for link in try Self.text(path).matches(of: /\]\(([\w.\/]+\.(?:md|svg)|LICENSE)\)/) {
        let file = url.deletingLastPathComponent().appending(path: String(link.1))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(path): \(link.1)")
        count += 1
      }
    }
    #expect(count > 50, "the links were not found")
  }

  @Test func `each picture is made from a file of keys, and is on a page`() throws {
    let folder = ImportTests.root.appending(path: "Documentation")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { try Self.text("Documentation/\($0)") }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Pictures").path)
    let names = files.filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(".svg".count)) }
    #expect(names.count >= 10)
    #expect(Set(files) == Set(names.flatMap { ["\($0).svg", "\($0).keys"] }))
    for name in names {
      #expect(pages.contains { $0.contains("](Pictures/\(name).svg)") }, "\(name)")
      let picture = try Self.text("Documentation/Pictures/\(name).svg")
      for outside in ["url(", "xlink", "<script", "<image"] {
        #expect(!picture.contains(outside), "\(name)")
      }
    }
  }

  @Test func `the front door is short, and leads to the pages for users`() throws {
    for (path, most) in [("README.md", 150), ("CONTRIBUTING.md", 200)] {
      #expect(try Self.text(path).filter { $0 == "\n" }.count <= most, "\(path)")
    }
    let users = try #require(
      try Self.text("Documentation/Seashell.md")
        .firstMatch(of: /(?s)### Using it\n(.*?)\n### Changing it/)
    ).1
    let readme = try Self.text("README.md")
    for page in users.matches(of: /\((\w+\.md)\)/).map(\.1) {
      #expect(readme.contains("(Documentation/\(page))"), "\(page)")
    }
  }

  @Test func `a page lists every folder of its target`() throws {
    var count = 0
    for name in try Self.sources() {
      let folders = try Self.folders(in: "Sources/\(name)")
      let page = try? Self.text("Documentation/Targets/\(name).md")
      guard let table = page?.firstMatch(of: /\| folder \| what is in it \|\n\|.*\n((?:\|.*\n)+)/)
      else { continue }
      let rows = table.1.matches(of: /(?m)^\| `?(\w+)`? \|/).map { String($0.1) }
      #expect(Set(rows) == folders, "\(name).md")
      count += 1
    }
    #expect(count > 10, "the tables were not found")
  }

  // MARK: Targets

  @Test func `every target has a page`() throws {
    let folder = ImportTests.root.appending(path: "Documentation/Targets")
    let pages = Set(
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .map { String($0.dropLast(".md".count)) })
    let targets = try Self.sources().subtracting(["seashell"])
      .union(try Self.folders(in: "Plugins").map { "\($0)Plugin" })
    #expect(targets.isSubset(of: pages), "\(targets.subtracting(pages))")
  }

  @Test func `the floors of Architecture are in order, and a target imports only from rows above`()
    throws
  {
    let rows = try ImportTests.rows()
    #expect(rows.map(\.floor) == rows.map(\.floor).sorted())
    let names = rows.compactMap { row in
      row.folder.hasPrefix("Sources/") ? String(row.folder.dropFirst("Sources/".count)) : nil
    }
    #expect(names.count == Set(names).count)
    #expect(Set(names) == (try Self.sources()))
    var above: Set<String> = []
    for row in rows {
      let imported = row.modules.intersection(names)
      #expect(imported.isSubset(of: above), "\(row.folder): \(imported.subtracting(above))")
      above.insert(String(row.folder.dropFirst("Sources/".count)))
    }
  }

  @Test func `a page says what its target imports, as the table of Architecture does`() throws {
    var count = 0
    for (folder, modules) in try ImportTests.table() where folder.hasPrefix("Sources/") {
      let name = folder.dropFirst("Sources/".count)
      guard let page = try? Self.text("Documentation/Targets/\(name).md"),
        let line = page.firstMatch(of: /(?m)^It imports ([^.]*?)(?:, which[^.]*)?\./),
        !line.1.contains("the targets of")
      else { continue }
      let named = line.1 == "no other target" ? [] : Self.words(line.1).subtracting(["and"])
      #expect(named == modules, "\(name).md")
      count += 1
    }
    #expect(count > 20, "the sentences were not found")
  }

  @Test func `the table of Architecture allows no import that nobody needs`() throws {
    var used: [String: Set<String>] = [:]
    for (folder, files) in try ImportTests.targets() {
      let names = try files.flatMap(ImportTests.imports)
      for row in [folder, ImportTests.pattern(of: folder) ?? folder] {
        used[row, default: []].formUnion(names)
      }
    }
    for (row, allowed) in try ImportTests.table() {
      // The other words of a row, such as "every module in Plugins", are no names.
      let names = allowed.filter { $0.first?.isUppercase == true && $0 != "Plugins" }
      let needless = names.subtracting(used[row] ?? []).subtracting(["Events"])
      #expect(needless.isEmpty, "\(row): \(needless)")
    }
  }

  @Test func `the topics of SeashellKit name every type that the kit re-exports`() throws {
    let exports = try Self.text("Sources/SeashellKit/Exports.swift")
    let types = Set(exports.matches(of: /import \w+ (\w+)\.(\w+)/).map { "\($0.1)/\($0.2)" })
    let topics = try Self.text("Documentation/Targets/SeashellKit.md")
      .matches(of: /(?m)^- ``\/(\w+\/\w+)``/).map { String($0.1) }
    #expect(types.count > 50 && types.isSubset(of: topics), "\(types.subtracting(topics))")
    #expect(topics.count == Set(topics).count)
  }

  @Test func `the page of SeashellApp names the modules of the product SeashellPlugins`() throws {
    let manifest = try Self.text("Package.swift")
    let product = try #require(
      manifest.firstMatch(of: /(?s)let sharedPlugins = \[(.*?)\]/))
    var modules: Set<String> = []
    for target in Self.words(product.1) {
      let name = target.dropLast("Plugin".count)
      let source = try Self.text("Plugins/\(name)/\(name)Module.swift")
      modules.insert(try #require(source.firstMatch(of: /let name = "(\w+)"/).map { String($0.1) }))
    }
    let page = try Self.text("Documentation/Targets/SeashellApp.md")
    let line = try #require(page.firstMatch(of: /for the modules (.+), `SeashellPlugins`/))
    #expect(Self.words(line.1).subtracting(["and"]) == modules)
  }

  // MARK: The way of a request, and events

  @Test func `the documents name the steps of a request in the order of Pipeline`() throws {
    let source = try Self.text("Sources/WebAPI/Pipeline/Pipeline.swift")
    let steps = Array(source.matches(of: /= (\w+)Step\(/).map { String($0.1) }.reversed())
    #expect(steps.count > 10 && steps.last == "Transport")
    #expect(source.matches(of: /\/\/\/ \| ``(\w+)Step``/).map { String($0.1) } == steps)

    let page = try Self.text("Documentation/Targets/WebAPI.md")
    let order = try #require(page.firstMatch(of: /in a stated order: ([^.]+)\./))
    let names = order.1.matches(of: /\w+/).map { String($0.0) }
    #expect(names == steps.map { $0 == "Hook" ? "hooks" : $0.lowercased() })

    let way = try Self.text("Documentation/Architecture.md")
      .matches(of: /(?m)^\d+\. `WebAPI\/Pipeline\/(\w+)Step\.swift`, (\w+):/)
    #expect(way.map { String($0.1) } == steps)
    #expect(way.map { String($0.2) } == names)
  }

  @Test func `the page on the client names the properties that have no default`() throws {
    let client = try Self.text("Sources/WebAPI/Client/APIClient.swift")
      .matches(of: /(?m)^  var (\w+): .* { get }$/).map { String($0.1) }
    let defaults = try Self.text("Sources/WebAPI/Client/APIClient+Defaults.swift")
      .matches(of: /(?m)^  public var (\w+):/).map { String($0.1) }
    let page = try Self.text("Documentation/TheAPIClient.md")
    let line = try #require(page.firstMatch(of: /A client of one's own needs ([^;]+);/))
    #expect(!defaults.isEmpty)
    #expect(
      Set(client).subtracting(defaults) == Self.words(line.1).subtracting(["and"]))
  }

  @Test func `every page of help is in the program`() throws {
    let folder = ImportTests.root.appending(path: "Documentation/Help")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pages = try Self.text("Sources/CHelp/CHelp.c")
      .matches(of: /\{"([\w-]+)", .*\n#embed "..\/..\/Documentation\/Help\/([\w-]+\.txt)"/)
    #expect(pages.allSatisfy { "\($0.1).txt" == $0.2 })
    #expect(!files.isEmpty && pages.map { String($0.2) }.sorted() == files.sorted())
  }

  @Test func `help events names the shell's own events`() throws {
    var declared: Set<String> = []
    for (folder, files) in try ImportTests.targets() where folder.hasPrefix("Sources/") {
      for file in files {
        let source = try String(contentsOf: file, encoding: .utf8)
        // The kinds of a change of data have the names of their events.
        for name in source.matches(of: /(?:static let name|case \w+) = "((?:\w+\.)+\w+)"/) {
          declared.insert(String(name.1))
        }
      }
    }
    let page = try Self.text("Documentation/Help/events.txt")
    let list = try #require(page.firstMatch(of: /(?s)These are the shell's own;.*?\n\n(.*?)\n\n/))
    var named: Set<String> = []
    for line in list.1.split(separator: "\n") {
      let entry = try #require(line.firstMatch(of: /^ +((?:\w+\.)+)(\w+)  (?:also ([^:]+))?/))
      named.insert("\(entry.1)\(entry.2)")
      // A short name has the beginning of the one before it.
      for name in (entry.3 ?? "").matches(of: /[\w.]+/).map(\.0) where name != "and" {
        named.insert(name.contains(".") ? String(name) : "\(entry.1)\(name)")
      }
    }
    #expect(!declared.isEmpty && named == declared)
  }

  // MARK: Packages

  @Test func `the documents name the Debian packages that make installs`() throws {
    let makefile = try Self.text("Makefile")
    let needs = try #require(makefile.firstMatch(of: /(?s)BUILD_NEEDS = (.*?)\n\w/))
    let packages = Set(needs.1.matches(of: /=([\w-]+)/).map { String($0.1) })
    // A shell without the embedded shop and without a store needs these alone.
    let others: Set = ["libreadline-dev", "libcurl4-openssl-dev"]
    #expect(others.isSubset(of: packages))
    let template = "Plugins/New/Templates/Package"
    for (path, expected) in [
      ("Documentation/Tutorial.md", others.union(["libsqlite3-dev"])),
      ("Documentation/Targets/SeashellApp.md", others), ("\(template)/README.md", others),
      ("\(template)/workflow.yml", others),
    ] {
      let named = try Self.text(path).matches(of: /lib[\w-]+-dev/).map { String($0.0) }
      #expect(Set(named) == expected, "\(path)")
    }
  }
}
