import Foundation
import TestSupport
import Testing

/// Responses with tokens that are cut off although the server has issued the tokens.
@Suite(.mayBlock) struct CutTokenTests {
  @Test(arguments: WebApplication.Cut.allCases)
  func `a sign-in whose answer is cut off leaves no partial session`(cut: WebApplication.Cut)
    throws
  {
    let user = try SchemesUser()
    try user.server.cutNextToken(after: cut)
    let login = try user.logIn(.password)
    #expect([0, 5, 6].contains(login.status), "\(login.status): \(login.errors)")
    #expect(!login.errors.contains("access-") && !login.errors.contains("password-of-ann"))
    let result = try user.home.seashell("sc", "listNotes")
    #expect(result.status == (login.status == 0 ? 0 : 4), "\(result.errors)")
    try user.signIn(.password)
    try user.home.succeed("sc", "listNotes")
  }

  @Test(arguments: WebApplication.Cut.allCases)
  func `a client requests another token after an answer cut off`(cut: WebApplication.Cut)
    throws
  {
    let user = try SchemesUser()
    try user.signIn(.client)
    try user.server.control("expire")
    try user.server.cutNextToken(after: cut)
    let first = try user.home.seashell("sc", "addJob")
    #expect([0, 5, 6].contains(first.status), "\(first.status): \(first.errors)")
    try user.home.succeed("sc", "listJobs")
    let writes = user.requests("/jobs").filter { $0.method == "POST" }
    #expect(writes.filter { $0.status == 201 }.count == (first.status == 0 ? 1 : 0))
  }

  @Test(arguments: WebApplication.Cut.allCases)
  func `a renewal cut off keeps the session if the server allows reuse`(
    cut: WebApplication.Cut
  ) throws {
    let user = try SchemesUser()
    try user.server.allowReuse()
    try user.signIn(.password)
    try user.server.control("expire")
    try user.server.cutNextToken(after: cut)
    let first = try user.home.seashell("sc", "addNote")
    #expect([0, 5, 6].contains(first.status), "\(first.status): \(first.errors)")
    try user.home.succeed("sc", "listNotes")
    let writes = user.requests("/notes").filter { $0.method == "POST" }
    #expect(writes.filter { $0.status == 201 }.count == (first.status == 0 ? 1 : 0))
  }

  @Test(arguments: WebApplication.Cut.allCases)
  func `a renewal cut off ends the session without reuse`(
    cut: WebApplication.Cut
  ) throws {
    let user = try SchemesUser()
    try user.signIn(.password)
    try user.server.control("expire")
    try user.server.cutNextToken(after: cut)
    let first = try user.home.seashell("sc", "addNote")
    #expect([4, 5, 6].contains(first.status), "\(first.status): \(first.errors)")
    let second = try user.home.seashell("sc", "addNote")
    #expect(second.status == 4, "\(second.errors)")
    #expect(second.errors.contains("session login"), "\(second.errors)")
    #expect(user.requests("/notes").allSatisfy { $0.status == 401 })
    #expect(user.server.tokenRequests("refresh_token").count <= 3)
    try user.signIn(.password)
    try user.home.succeed("sc", "addNote")
  }
}
