import Foundation
import SeashellTesting
import TestSupport
import Testing

/// Compiles each module as a package of its own would be compiled: with what the kit exports, and nothing
/// that is `package`.
///
/// `serve` is left out: it starts the shop's own server, which is no part of the kit.
@Suite(.mayBlock) struct PrivilegeTests {
  private static let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
  ]

  @Test(arguments: [
    "Products", "Reviews", "Session", "Environments", "API", "Queue", "Chart", "Doctor", "MCP",
    "New",
  ])
  func `a module of ours needs nothing that a stranger's cannot have`(module: String) throws {
    let folder = ImportTests.root.appending(path: "Plugins/\(module)").path
    let files =
      try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Events/") && !$0.hasPrefix("Templates/") }
      .map { "\(folder)/\($0)" } + Self.resources(of: module)
    let manifest = try String(
      contentsOf: ImportTests.root.appending(path: "Package.swift"), encoding: .utf8)
    for feature in Self.features { #expect(manifest.contains("\"\(feature)\"")) }
    let result = try Self.typecheck(
      files, module: "\(module)Plugin", as: "stranger", features: Self.features)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `what is 'package' is out of a stranger's reach`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "stranger.swift", "import SeashellKit\nlet make = APIEnvironment.embedded\n")
    let stranger = try Self.typecheck([file], module: "Other", as: "stranger", features: [])
    #expect(stranger.status != 0)
    #expect(stranger.errors.contains("'package' protection level"))
  }

  /// The file that the package manager writes for the resources of a module, if it has some.
  private static func resources(of module: String) -> [String] {
    let file = build.appending(
      path: "\(module)Plugin.build/DerivedSources/embedded_resources.swift"
    ).path
    return FileManager.default.fileExists(atPath: file) ? [file] : []
  }

  /// The folder of the modules that this test was built with; the tests' program is beside it.
  private static var build: URL {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The options that make the C targets known, of which the kit's modules are made.
  private static func cModules(in build: URL) -> [String] {
    let sources = ImportTests.root.appending(path: "Sources").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    return names.flatMap { name -> [String] in
      let folders = [
        "\(sources)/\(name)", "\(sources)/\(name)/include",
        build.appending(path: "\(name).build").path,
      ]
      let maps = folders.map { "\($0)/module.modulemap" }
      return maps.filter { FileManager.default.fileExists(atPath: $0) }
        .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + ["-Xcc", "-I\(folders[1])"]
    }
  }

  /// Compiles files against the modules that this test was built with.
  private static func typecheck(
    _ files: [String], module: String, as package: String, features: [String]
  ) throws -> (status: Int32, errors: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-package-name", package,
        "-module-name", module, "-I", build.appending(path: "Modules").path,
      ] + cModules(in: build) + features.flatMap { ["-enable-upcoming-feature", $0] } + files
    process.currentDirectoryURL = ImportTests.root
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
