import Testing

@testable import ShellRuntime

@MainActor
@Suite struct PluralTests {
  @Test(arguments: [
    ("customer", "customers"), ("company", "companies"), ("key", "keys"), ("box", "boxes"),
    ("address", "addresses"), ("status", "statuses"), ("analysis", "analyses"),
    ("person", "people"), ("salesperson", "salespeople"), ("child", "children"),
    ("api-key", "api-keys"), ("s", "ss"),
  ])
  func `a noun's plural is among those that it may have`(noun: String, plural: String) {
    #expect(ModuleRegistry.plurals(of: noun).contains(plural))
  }
}
