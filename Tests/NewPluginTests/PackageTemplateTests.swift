import FoundationEssentials
import Glibc
import SeashellKit
@testable import SeashellTesting
import ShellRuntime
import Testing

@testable import NewPlugin

@Suite struct PackageTemplateTests {
  @Test(arguments: [
    ("orders", "Orders", "Order", "order"),
    ("my-orders", "MyOrders", "MyOrder", "myOrder"),
    ("categories", "Categories", "Category", "category"),
    ("addresses", "Addresses", "Address", "address"),
    ("weather", "Weather", "WeatherItem", "weatherItem"),
    ("status", "Status", "StatusItem", "statusItem"),
    ("columns", "Columns", "ColumnsItem", "columnsItem"),
    ("classes", "Classes", "ClassesItem", "classesItem"),
    ("states", "States", "StatesItem", "statesItem"),
    ("issues", "Issues", "Issue", "issue"),
    ("reorders", "Reorders", "Reorder", "reorder"),
    ("s3", "S3", "S3Item", "s3Item"),
  ])
  func `types and variables are named after the module`(
    word: String, type: String, element: String, variable: String
  ) throws {
    let names = try ModuleNames(word)
    #expect(
      [names.word, names.type, names.element, names.variable] == [word, type, element, variable])
    #expect(names.rename("Orders orders Order order") == "\(type) \(word) \(element) \(variable)")
  }

  @Test func `the name of one element can be chosen`() throws {
    let names = try ModuleNames("staff", item: "team-member")
    #expect(
      [names.element, names.variable, names.one] == ["TeamMember", "teamMember", "team member"])
    #expect(names.rename(#"let one = "order""#) == #"let one = "team member""#)
    #expect(try ModuleNames("weather").one == "weather item")
    for (item, message) in [
      ("Member", "'Member' is not a name for one of them"), ("state", "the name 'state' is taken"),
    ] {
      let error = #expect(throws: ShellError.self) { try PackageTemplate("staff", item: item) }
      #expect(error?.message == message)
    }
  }

  @Test(arguments: ["", "Orders", "3d", "a b", "a/b", "../a", "-a", "a-", "a--b", "é", "a_b", "."])
  func `an invalid name of a new module is refused`(word: String) {
    let error = #expect(throws: ShellError.self) { try PackageTemplate(word) }
    #expect(error?.message == "'\(word)' is not a name for a module")
    #expect(error?.status == .usage)
  }

  @Test @MainActor func `the names of commands, and those whose types the kit has, are refused`()
    throws
  {
    let builtins = try ShellHarness(StubTransport(json: "[]")).shell.modules.builtins.all.map(
      \.path)
    #expect(builtins.count > 10)
    for word in builtins + ["seashell", "shell", "feature", "environments", "env", "products"] {
      let error = #expect(throws: ShellError.self) { try PackageTemplate(word) }
      #expect(error?.message == "the name '\(word)' is taken")
    }
  }

  @Test func `a new package contains none of the templates' names`() throws {
    for file in try PackageTemplate("zebra-herds").files {
      let text = file.text.replacing("EventRecorder", with: "").replacing("RecordError", with: "")
      #expect(!"\(file.path)\n\(text)".lowercased().contains("order"), "\(file.path)")
      #expect(!file.text.contains("Reczebra"))
    }
  }

  @Test func `every template is in the package, or in the repository alone`() throws {
    let kit = try #require(KitSource.ownFolder)
    let folder = "\(kit)/Plugins/New/Templates"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.contains("/") && !$0.hasPrefix("Repository/") }
    let texts = names.compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let written = Set(try PackageTemplate("orders", kit: kit).files.map(\.text))
    for text in texts where !text.contains("/path/to/seashell") {
      #expect(written.contains(text), "\(text.prefix(200))")
    }
    #expect(texts.count == written.count && texts.count > 20)
  }

  @Test(arguments: [
    (KitSource.folder("/a \"b\""), #".package(name: "seashell", path: "/a \"b\"")"#, "seashell"),
    (
      .repository("https://example.com/a/Sea-Shell.git"),
      #".package(url: "https://example.com/a/Sea-Shell.git", branch: "main")"#, "sea-shell"
    ),
  ])
  func `the manifest depends on the kit by path or by URL`(
    kit: KitSource, line: String, package: String
  ) {
    #expect(kit.dependency == line)
    #expect(kit.package == package)
  }

  @Test func `a folder without the kit is refused`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ShellError.self) {
      try PackageTemplate("orders", kit: folder.path)
    }
    #expect(error?.message == "'\(folder.path)' does not hold Seashell's sources")
  }

  @Test func `a package is written with all its files`() throws {
    let folder = try TemporaryFolder()
    let template = try PackageTemplate("orders")
    #expect(try template.write(in: folder.path) == "\(folder.path)/orders")
    for file in template.files {
      let path = "\(folder.path)/orders/\(file.path)"
      #expect(FileManager.default.contents(atPath: path) == Data(file.text.utf8))
      #expect((access(path, X_OK) == 0) == file.isExecutable)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["orders"])
  }

  @Test func `an existing folder is not touched, even if it is empty`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/orders", withIntermediateDirectories: false)
    let error = #expect(throws: ShellError.self) {
      try PackageTemplate("orders").write(in: folder.path)
    }
    #expect(error?.message == "'\(folder.path)/orders' exists already")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/orders").isEmpty)
  }

  @Test func `a new package's parent folder must exist`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ShellError.self) {
      try PackageTemplate("orders").write(in: "\(folder.path)/none")
    }
    #expect(error?.message == "'\(folder.path)/none' is not a folder")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a package that cannot be written completely is not written`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
      let error = #expect(throws: ShellError.self) {
        try PackageTemplate("orders").write(in: folder.path)
      }
      #expect(error?.message.contains("File too large") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}
