import Foundation
import SeashellKit
import SeashellTesting
import Testing

@testable import NewPlugin

@Suite @MainActor struct NewModuleCommandTests {
  private let folder: TemporaryFolder
  private let harness: ShellHarness

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(Modules())
  }

  @Test func `modules new writes a package, and says what to do next`() async {
    let result = await harness.run("modules new orders --item one --in \(folder.path)")
    #expect(result.status == 0)
    let path = "\(folder.path)/orders"
    #expect(
      result.errors
        == "wrote '\(path)': a module, a shell with it, and tests; run 'make shell' there\n")
    #expect(FileManager.default.fileExists(atPath: "\(path)/Sources/OrdersPlugin/Data/One.swift"))
  }

  @Test(arguments: [
    ("--in /tmp", "--into cannot be used with --in and --kit"),
    ("--kit /tmp", "--into cannot be used with --in and --kit"),
    ("--item A", "'A' is not a name for one of them"),
  ])
  func `what goes into the sources takes no folder and no kit`(
    option: String, message: String
  ) async throws {
    let kit = try #require(KitSource.ownFolder)
    let result = await harness.run("modules new zebras --into \(kit) \(option)")
    #expect(result.status == 2 && result.errors.contains(message))
    #expect(!FileManager.default.fileExists(atPath: "\(kit)/Plugins/Zebras"))
  }

  @Test func `a folder without the sources is refused`() async {
    for place in [folder.path, "https://example.com/seashell.git"] {
      let result = await harness.run("modules new zebras --into \(place)")
      #expect(result.status == 2 && result.errors.contains("'\(place)'"))
    }
  }

  @Test func `a line whose place is not there is named`() async throws {
    try folder.write("Package.swift", "let plugins = [\n]\n")
    for path in ["Sources/SeashellKit", "Sources/seashell"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: true)
    }
    try folder.write("Sources/seashell/Seashell.swift", "import A\nimport ProductsPlugin\n\n")
    let result = await harness.run("modules new my-zebras --into \(folder.path)")
    #expect(result.status == 1)
    let parts = result.errors.components(separatedBy: "has no line")
    #expect(parts.count == 4 && parts[0].contains("Plugins/MyZebras is there, but not all lines"))
    #expect(parts[1].hasPrefix(" '    module(\"Session\", ["))
    #expect(parts[1].contains("; add '    module(\"MyZebras\"),' to it; "))
    let program = try String(
      contentsOfFile: folder.file("Sources/seashell/Seashell.swift"), encoding: .utf8)
    #expect(program == "import A\nimport ProductsPlugin\nimport MyZebrasPlugin\n\n")
    let stub = try String(
      contentsOfFile: folder.file("Tests/MyZebrasPluginTests/MyZebrasTests.swift"), encoding: .utf8)
    #expect(!stub.contains("MyZebrasStub") && stub.contains("@testable import MyZebrasPlugin"))
  }

  @Test func `the sources have each line once behind which one is written`() throws {
    let kit = try #require(KitSource.ownFolder)
    let lines = try RepositoryTemplate("zebras", item: nil, into: kit).lines
    for line in lines {
      let text = try String(contentsOfFile: "\(kit)/\(line.file)", encoding: .utf8)
      #expect(
        text.split(separator: "\n").filter { $0 == line.after }.count == 1,
        "\(line.file): \(line.after)")
    }
    #expect(lines.count == 5)
  }
}

private final class Modules: FeatureModule {
  let name = "modules"
  let abstract = "Manage modules"
  let isAboutShell = true
  let commands: [any Command] = [NewModuleCommand()]
}
