import ShellOutput
import Testing

@testable import ShellCommands

@Suite struct OutputOptionTests {
  @Test func `the help of -o names the existing formats`() {
    #expect(OptionSpecification.formats == OutputFormat.names.listed())
  }
}
