import Foundation
import TestSupport
import Testing

/// The example files in Packaging/examples, which users copy.
@Suite(.mayBlock) struct ExampleConfigurationTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Packaging/examples")

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    for name in ["config.json", "rc.sea"] {
      try sandbox.file(
        "config/seashell/\(name)",
        String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    return sandbox
  }

  @Test func `the example configuration is valid, and defines its environments`() throws {
    let sandbox = try Self.sandbox()
    let result = try sandbox.seashell("env", "list", "-o", "csv")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for name in ["embedded", "dev", "qa", "live"] {
      #expect(result.output.contains("\n\(name),"), "\(name)")
    }
    let modules = try sandbox.seashell("modules", "info", "modules")
    #expect(modules.status == 0 && modules.errors.isEmpty, "\(modules.errors)")
  }

  @Test(arguments: [
    ("Configuration", ["qa", "live"]), ("AnAPIOfYourOwn", ["wh:test", "wh:live"]),
  ])
  func `a configuration that a page shows is understood`(page: String, names: [String]) throws {
    let text = try String(
      contentsOf: TranscriptTests.root.appending(path: "Documentation/\(page).md"), encoding: .utf8)
    let shown = try #require(text.firstMatch(of: /(?s)\n```\n(\{ environment: .*?)\n```\n/)).1
    let sandbox = try Sandbox()
    try sandbox.file("shown.json", String(shown))
    // What it names.
    for name in ["qa-ca.pem", "qa.pem", "qa.key"] {
      let file = try sandbox.file(name, "")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    try sandbox.file("warehouse.json", sandbox.seashell("api", "get", "openapi.json").output)
    let result = try sandbox.seashell("--config", "shown.json", "env", "list", "-o", "csv")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for name in names { #expect(result.output.contains("\n\(name),"), "\(result.output)") }
  }

  @Test func `the startup script runs without a complaint at the prompt`() throws {
    let user = try PromptUser.atPrompt(in: Self.sandbox())
    #expect(!user.screen.text.contains("rc.sea"), "\(user.screen.text)")
    try user.enter("alias", seeing: "reviews list --all --max-rating 2")
    try user.enter("pl | first 1 | get id", seeing: "p-1")
    try user.enter("on", seeing: "reviews.review.added")
  }
}
