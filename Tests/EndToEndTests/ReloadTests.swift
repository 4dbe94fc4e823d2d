import TestSupport
import Testing

/// Every module of ours works after it was disabled and enabled again as it did before.
@Suite(.mayBlock) struct ReloadTests {
  @Test(arguments: [
    ("api", "api get products/p-1"), ("env", "env list"), ("products", "products list"),
    ("reviews", "reviews list p-1"), ("serve", "serve --help"),
    ("session", "session status | cut -f 1-2"),
  ])
  func `a module works anew after it was disabled`(module: String, command: String) throws {
    let sandbox = try Sandbox.signedIn()
    let expected = try sandbox.seashell("-c", command)
    #expect(expected.status == 0, "\(expected.errors)")
    #expect(!expected.output.isEmpty)
    let reload = "modules disable \(module); modules enable \(module)"
    let result = try sandbox.seashell("-c", "\(reload); \(command); \(reload); \(command)")
    #expect(result.status == 0, "\(result.errors)")
    // A body without a newline at its end gets one before what follows.
    let first = expected.output.hasSuffix("\n") ? expected.output : expected.output + "\n"
    #expect(result.output == first + expected.output)
    let gone = try sandbox.seashell("-c", "modules disable \(module); \(command)")
    #expect(gone.status == 2)
    #expect(
      gone.errors.contains("the module '\(module)' is disabled; run 'modules enable \(module)'"))
  }

  @Test func `without the module session, requests have no token`() throws {
    let sandbox = try Sandbox.signedIn()
    let add = "reviews add p-2 --rating 4 --comment Fine"
    #expect(try sandbox.seashell("-c", "modules disable session; \(add)").status == 4)
    let again = "modules disable session; modules enable session; \(add)"
    #expect(try sandbox.seashell("-c", again).status == 0)
  }
}
