@testable import ShellRuntime
@testable import ShellCommands
import APIPlugin
import TestSupport
import EnvironmentsPlugin
import Foundation
import ProductsPlugin
import ReviewsPlugin
import SeashellKit
import SeashellTesting
import SessionPlugin
import Testing

/// Runs every example that `help` shows.
@Suite(.mayBlock) struct ExampleTests {
  /// A command's examples.
  struct Examples: Sendable, CustomTestStringConvertible {
    let path: String
    let lines: [String]
    var testDescription: String { path }
  }

  @MainActor
  static func specifications() throws -> [Examples] {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    // The examples name the current environment.
    harness.context.client.environment = try .embedded(version: "v1")
    let modules: [any FeatureModule] = [
      APIModule(harness.context), EnvironmentsModule(harness.context),
      ProductsModule(harness.context),
      ReviewsModule(harness.context), SessionModule(harness.context),
    ]
    let builtins = harness.shell.builtins.all.map {
      Examples(path: $0.path, lines: $0.specification.examples.map(\.line))
    }
    return builtins
      + modules.flatMap { module in
        module.commands.map {
          Examples(
            path: "\(module.name) \($0.specification.name)",
            lines: $0.specification.examples.map(\.line))
        }
      }
  }

  @Test func `every command has an abstract and an example, and help shows them`() async throws {
    let sandbox = try Sandbox()
    for examples in try await Self.specifications() {
      #expect(!examples.lines.isEmpty, "\(examples.path) has no example")
      let help = try sandbox.seashell("-c", "help \(examples.path)")
      for line in examples.lines { #expect(help.output.contains(line)) }
      #expect(try sandbox.seashell("-c", "\(examples.path) --help").output == help.output)
    }
  }

  @Test func `a command's examples run as they stand, one after another, on a fresh shop`()
    async throws
  {
    for module in Dictionary(grouping: try await Self.specifications(), by: { Self.module($0) })
      .values
    {
      let sandbox = try Sandbox.signedIn()
      for examples in module {
        let script = examples.lines.joined(separator: "\n")
        let result = try sandbox.seashell("-c", script, input: "demo\n")
        #expect(result.status == 0, "\(script)\n\(result.errors)")
      }
    }
  }

  /// A module's examples may build on one another, in the order of its commands.
  private static func module(_ examples: Examples) -> Substring {
    examples.path.split(separator: " ")[0]
  }
}
