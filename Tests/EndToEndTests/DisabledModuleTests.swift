import TestSupport
import Testing

/// The shell's own modules that the configuration disables, with the built program.
@Suite(.mayBlock) struct DisabledModuleTests {
  private func sandbox(disabling fields: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.configure("{ modules: { \(fields) } }")
    return sandbox
  }

  @Test func `a module that the configuration disables is not there`() throws {
    let sandbox = try sandbox(disabling: "products: false, reviews: true")
    let listed = try sandbox.seashell("-o", "tsv", "modules", "list")
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(listed.output.contains(#/(?m)^products\tdisabled\t/#))
    #expect(listed.output.contains(#/(?m)^reviews\tloaded\t/#))

    let run = try sandbox.seashell("products", "list")
    #expect(run.status == 2)
    #expect(
      run.errors
        == "seashell: the module 'products' is disabled; run 'modules enable products'\n")

    let opened = try sandbox.seashell("open", "products/p-1")
    #expect(opened.status == 3)
    #expect(
      opened.errors == "seashell: 'products/p-1' is a place of the module 'products', which is"
        + " disabled; run 'modules enable products'\n")

    let enabled = try sandbox.seashell(
      "-c", "modules enable products; products show p-1 | get id")
    #expect(enabled.output == "p-1\n", "\(enabled.errors)")
  }

  @Test func `no hint and no example names a disabled module`() throws {
    let sandbox = try sandbox(disabling: "products: false, queue: false, session: false")
    let help = try sandbox.seashell("help")
    #expect(!help.output.contains(#/(?m)^ *(products|queue|session) /#), "\(help.output)")
    let page = try sandbox.seashell("help", "pipelines")
    #expect(page.status == 0)
    #expect(!page.output.contains(#/(?m)^ *products list/#), "\(page.output)")
    #expect(!(try sandbox.seashell("help", "topics").output.contains("sessions")))

    let refused = try sandbox.seashell("reviews", "add", "p-1", "--rating", "5", "--comment", "x")
    #expect(refused.status != 0)
    #expect(!refused.errors.contains("session login"), "\(refused.errors)")
  }

  @Test(
    arguments: [
      ("modules: false", "unknown field 'modules' in modules"),
      ("nosuch: false", "unknown field 'nosuch' in modules"),
      ("products: 'no'", "modules.products must be true or false"),
    ])
  func `what cannot be disabled is an error with its place`(fields: String, reason: String) throws {
    let result = try sandbox(disabling: fields).seashell("modules", "list")
    #expect(result.status != 0)
    #expect(result.errors.contains("config.json:1"), "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
  }
}
