import Foundation

/// Two applications with two environments each, and a home to which both were added beside the shop.
///
/// The warehouse is `wh`, whose `live` is in production; the tickets are `tk`.
final class TwoApplications {
  let live: WebApplication
  let test: WebApplication
  let tickets: WebApplication
  let training: WebApplication
  let home: Sandbox

  /// Starts all four servers, and adds the APIs.
  init(environment variables: [String: String] = [:]) throws {
    live = try WebApplication("warehouse", "live")
    test = try WebApplication("warehouse", "test")
    tickets = try WebApplication("tickets", "live")
    training = try WebApplication("tickets", "training")
    home = try Sandbox(environment: variables)
    try home.succeed(
      "api", "add", "wh", live.address, "--environment", "live", "--production", "--yes")
    try home.succeed("api", "add", "tk", tickets.address, "--environment", "live", "--yes")
    try home.succeed("env", "add", "wh:test", test.address)
    try home.succeed("env", "add", "tk:training", training.address)
  }
}

extension Sandbox {
  /// Runs the built shell, which must succeed.
  ///
  /// - Returns: its standard output.
  @discardableResult
  func succeed(_ arguments: String..., input: String = "") throws -> String {
    try succeed(arguments, input: input)
  }

  /// Runs the built shell, which must succeed.
  ///
  /// - Returns: its standard output.
  @discardableResult
  func succeed(_ arguments: [String], input: String = "") throws -> String {
    let result = try Program.run(
      Program.seashell.path, arguments, input: Data(input.utf8), environment: environment,
      directory: home)
    guard result.status == 0 else {
      throw Failure(text: "\(arguments): \(result.status): \(result.errors)")
    }
    return result.output
  }
}
