import ShellCommands
import Testing

@Suite struct ShellIdentityTests {
  @Test(arguments: [
    ("orders", "ORDERS"), ("my-orders.v2", "MY_ORDERS_V2"), ("Orders_3", "ORDERS_3"),
  ])
  func `the shell's name becomes the prefix of its variables`(name: String, prefix: String) {
    let identity = ShellIdentity(name, version: "1.0")
    #expect(identity.environmentVariable == "\(prefix)_ENV")
    #expect(identity.tokenVariable == "\(prefix)_TOKEN")
    #expect(identity.userAgent == "\(name)/1.0")
    #expect(identity.hasValidName)
  }

  @Test(arguments: ["", "3orders", "-orders", ".orders", "a/b", "a b", "a=b", "ü", "a\n"])
  func `a shell's name must be valid for a program, a folder and a variable`(name: String) {
    #expect(!ShellIdentity(name, version: "1.0").hasValidName)
  }

  @Test func `a shell's name has at most 64 letters`() {
    #expect(ShellIdentity(String(repeating: "a", count: 64), version: "").hasValidName)
    #expect(!ShellIdentity(String(repeating: "a", count: 65), version: "").hasValidName)
  }
}
