import SeashellHosting
import SeashellKit
import Testing

@testable import SeashellApp

/// The choices by `-e`, the variable and the configuration, for several APIs.
@Suite struct EnvironmentChoicesTests {
  private static func choices(
    _ options: [String], command: String? = nil, variable: String? = nil, configured: String? = nil
  ) throws -> EnvironmentChoices {
    try EnvironmentChoices(
      own: "shop", names: ["shop", "wh", "tk"], configured: configured,
      variable: ("SEASHELL_ENV", variable), options: options, command: command)
  }

  private static func text(_ choices: EnvironmentChoices) -> String {
    let all = ["shop", "wh", "tk"].compactMap { api in
      choices[api].map { "\(api)=\($0.name ?? $0.address ?? "")" }
    }
    return ([choices.current] + all).joined(separator: " ")
  }

  @Test(
    arguments: [
      ([], nil, "shop"), (["dev"], nil, "shop shop=dev"),
      (["wh:live"], nil, "wh wh=live"), (["shop:dev"], nil, "shop shop=dev"),
      (["wh:live", "tk:qa"], nil, "tk wh=live tk=qa"),
      // A name alone belongs to the API of the command that follows, and makes no API current.
      (["live"], "wh", "shop wh=live"), (["live"], "products", "shop shop=live"),
      (["dev", "wh:live"], nil, "wh shop=dev wh=live"),
      (["wh:qa", "live"], "tk", "wh wh=qa tk=live"),
      (["https://a.test/v2"], nil, "shop shop=https://a.test/v2"),
      (["wh:http://127.0.0.1:1"], nil, "wh wh=http://127.0.0.1:1"),
      (["http://127.0.0.1:1"], "wh", "shop wh=http://127.0.0.1:1"),
    ] as [([String], String?, String)])
  func `options choose environments, and the last API is current`(
    options: [String], command: String?, expected: String
  ) throws {
    #expect(Self.text(try Self.choices(options, command: command)) == expected)
  }

  @Test func `-e takes precedence over the variable, then the configuration`() throws {
    #expect(Self.text(try Self.choices([], configured: "dev")) == "shop shop=dev")
    #expect(
      Self.text(try Self.choices([], variable: "wh:qa", configured: "dev")) == "wh shop=dev wh=qa")
    #expect(
      Self.text(try Self.choices(["wh:live"], variable: "wh:qa", configured: "tk:a"))
        == "wh wh=live tk=a")
    #expect(Self.text(try Self.choices([], variable: "", configured: "wh:qa")) == "wh wh=qa")
  }

  @Test(
    arguments: [
      (["dev", "qa"], nil), (["wh:a", "wh:b"], nil), (["a", "b"], "wh"), (["wh:a", "b"], nil),
      (["wh:a", "wh:https://b.test"], nil), (["wh:a", "wh:a"], nil), (["wh:a", "b"], "wh"),
    ] as [([String], String?)])
  func `two -e options for one API are refused`(options: [String], command: String?) throws {
    let error = try #require(throws: ShellError.self) {
      try Self.choices(options, command: command)
    }
    #expect(error.status == .usage)
    #expect(error.message.hasPrefix("-e chooses two environments of the API"))
  }

  @Test func `an unknown API is refused with the names of all`() throws {
    let error = try #require(throws: ShellError.self) { try Self.choices(["xx:live"]) }
    #expect(error.status == .usage)
    #expect(error.message == "no API is called 'xx'")
    #expect(error.hint == "choose one of shop, wh, tk")
    let configured = try #require(throws: ShellError.self) {
      try Self.choices([], configured: "xx:live")
    }
    #expect(configured.message == "'environment': no API is called 'xx'")
  }
}
