import SeashellKit

extension Argument<String> {
  static var project: Self { Self("PROJECT", "the project", completion: .projects) }
  static var number: Self { Self("NUMBER", "the issue's number", completion: .issues) }
}

extension CompletionKind {
  /// The numbers of issues.
  static let issues: CompletionKind = "issues.number"
}

/// The command `list`.
enum ListIssues {
  @MainActor
  static func command(_ list: ResourceState<IssueListing>) -> some Command {
    let project = Argument.project
    let status = Option<IssueStatus?>("status", "list only issues with this status")
    let assignee = Option<String?>("assignee", value: "USER", "list only issues of this user")
    let search = Option<String?>("search", value: "WORDS", "list only issues with these words")
    return ListCommand(
      list, as: IssuesView(), abstract: "List the issues of a project, newest first",
      examples: [
        .init("issues list WEB", "lists the newest issues of WEB"),
        .init("issues list WEB --status open --all -o json", "lists all open ones, as JSON"),
      ],
      parameters: [project, status, assignee, search],
      empty: { "\($0.project) has no such issues" }
    ) {
      IssueListing(
        project: $0[project], status: $0[status], assignee: $0[assignee], search: $0[search])
    }
  }
}

/// The command `show`.
enum ShowIssue {
  @MainActor
  static func command(_ list: ResourceState<IssueListing>) -> some Command {
    let project = Argument.project
    return ShowCommand(
      list, .number, as: IssuesView(), abstract: "Show an issue",
      examples: [.init("issues show WEB 12", "shows the issue 12 of WEB")], parents: [project]
    ) { IssueListing(project: $0[project]) }
  }
}

struct AddIssue: Command {
  let state: IssuesState
  let project = Argument.project
  let title = Option<String>("title", "what it is about", length: 1...200)
  let assignee = Option<String?>("assignee", value: "USER", "who works on it")

  var specification: CommandSpecification {
    CommandSpecification(
      "add", abstract: "Report an issue",
      examples: [.init("issues add WEB --title 'The logo is upside down'", "adds an issue to WEB")],
      parameters: [project, title, assignee], offline: .writes, columns: IssuesView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    let issue = try await state.add(
      invocation[title], assignee: invocation[assignee], to: invocation[project])
    try invocation.output.record(issue, as: IssuesView())
  }
}

struct EditIssue: Command {
  let state: IssuesState
  let project = Argument.project
  let number = Argument.number
  let title = Option<String?>("title", "what it is about", length: 1...200)
  let status = Option<IssueStatus?>("status", "how far it is")

  var specification: CommandSpecification {
    CommandSpecification(
      "edit", abstract: "Change an issue",
      examples: [.init("issues edit WEB 12 --status started", "begins the issue 12")],
      parameters: [project, number, title, status], offline: .writes, columns: IssuesView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    let (title, status) = (invocation[title], invocation[status])
    guard title != nil || status != nil else {
      throw ShellError(.usage, "nothing to change", hint: "pass --title, --status or both")
    }
    let issue = try await state.edit(
      invocation[number], of: invocation[project], title: title, status: status)
    try invocation.output.record(issue, as: IssuesView())
  }
}

struct AssignIssue: Command {
  let state: IssuesState
  let project = Argument.project
  let number = Argument.number
  let user = Argument<String?>("USER", "the user who works on it; none if left out")

  var specification: CommandSpecification {
    CommandSpecification(
      "assign", abstract: "Say who works on an issue",
      examples: [
        .init("issues assign WEB 12 ada", "gives the issue 12 to ada"),
        .init("issues assign WEB 12", "takes it away from her"),
      ],
      parameters: [project, number, user], offline: .writes, columns: IssuesView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    let issue = try await state.edit(
      invocation[number], of: invocation[project],
      assignee: invocation[user].map(Assignee.user) ?? .nobody)
    try invocation.output.record(issue, as: IssuesView())
  }
}

struct CloseIssue: Command {
  let state: IssuesState
  let project = Argument.project
  let number = Argument.number

  var specification: CommandSpecification {
    CommandSpecification(
      "close", abstract: "Close an issue",
      examples: [.init("issues close WEB 12 --yes", "closes the issue 12 without asking")],
      parameters: [project, number], offline: .writes, columns: IssuesView().columns
    ).confirming("Close the issue {NUMBER} of {PROJECT}?")
  }

  func run(_ invocation: Invocation) async throws {
    let issue = try await state.edit(
      invocation[number], of: invocation[project], status: .closed)
    try invocation.output.record(issue, as: IssuesView())
  }
}
