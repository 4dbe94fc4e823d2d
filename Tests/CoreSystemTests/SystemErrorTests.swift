import CoreSystem
import Glibc
import Testing

@Suite struct SystemErrorTests {
  @Test func `a system error names the action and the system's reason`() {
    let error = SystemError("cannot read 'x.sea'", code: ENOENT)
    #expect(error.description == "cannot read 'x.sea': No such file or directory")
  }

  @Test func `a system error takes its reason from errno`() {
    errno = EACCES
    #expect(SystemError("cannot write").description == "cannot write: Permission denied")
    errno = EACCES
    #expect(SystemError.reason() == "Permission denied")
  }

  @Test func `a system error can have a reason in words`() {
    let error = SystemError("cannot lock a", reason: "another session holds it")
    #expect(error.description == "cannot lock a: another session holds it")
  }
}
