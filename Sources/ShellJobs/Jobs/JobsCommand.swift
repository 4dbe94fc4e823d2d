import FoundationEssentials
import ShellCommands
import ShellOutput
import ShellRuntime

struct JobsCommand: ImmediateCommand {
  let jobs: JobTable
  let action = Argument<Action?>("ACTION", "what to do; list if left out")
  let job = Argument<Int?>("JOB", "the number of a job", completion: "jobs")
  private static let columns = [
    Column("job"), Column("rule"), Column("status"), Column("exit"),
    Column("started", hint: .timestamp), Column("seconds"), Column("command"),
  ]
  var specification: CommandSpecification {
    CommandSpecification(
      "jobs",
      abstract: "List the jobs, or show what one has printed",
      discussion: """
        'STATEMENT &' runs a statement as a job, beside what you do next: a command, a pipeline, or \
        several joined by && and ||. A job has copies of the variables and settings, and sets only its \
        own. It has nothing to read and cannot ask, so pass --yes to a command that would. Ctrl-C does \
        not reach it; 'cancel' ends it. At most 1,000 run at once.

        At a prompt the last 1 MiB of what a job prints is held, and 'jobs show' writes it. In a script \
        it is also written at once, a line at a time. A script that ends waits for its jobs; 'exit' \
        cancels them.

        The status is running, cancelling, done, failed or cancelled; the exit status is that of the \
        statement. A rule's runs are jobs too: they stand below the others, and the list says which rule's. The last \
        100 jobs that have ended are kept, and as many runs of rules.
        """,
      examples: [
        .init("sleep 0.1 & jobs", "starts a job, and lists the jobs"),
        .init("print hello & wait; jobs show 1", "waits for a job, and shows what it printed"),
        .init("jobs | where status = failed", "lists the jobs that failed"),
      ],
      parameters: [action, job], columns: Self.columns)
  }

  enum Action: String, CaseIterable, ParameterValue {
    case list, show
  }

  func runAtOnce(_ invocation: Invocation) throws {
    guard invocation[action] == .show else {
      if invocation[job] != nil {
        throw invocation.usageError("jobs list takes no number", at: job, hint: "jobs show JOB")
      }
      return try list(to: invocation.output)
    }
    guard let number = invocation[job] else {
      throw ShellError(.usage, "jobs show needs the number of a job", hint: "'jobs' lists them")
    }
    try show(try invocation.pointing(at: job) { try jobs.job(number) }, invocation)
  }

  private func list(to output: Output) throws {
    try output.columns(Self.columns)
    let all = jobs.all
    for job in all.filter({ $0.origin == .user }) + all.filter({ $0.origin != .user }) {
      try output.row([
        .integer(job.number), Self.rule(of: job), .text(job.status.rawValue),
        job.exit.map { .integer(Int($0.rawValue)) } ?? .null, .date(job.started),
        .decimal(Decimal(Int(job.seconds * 10)) / 10), .text(job.text),
      ])
    }
  }

  private static func rule(of job: Job) -> CellValue {
    if case .rule(let number) = job.origin { .integer(number) } else { .null }
  }

  private func show(_ job: Job, _ invocation: Invocation) throws {
    job.flush()
    let dropped = job.output.droppedCount
    if dropped > 0 {
      invocation.report(
        "the first \(dropped) bytes that job \(job.number) printed are dropped; these are the last")
    }
    try invocation.output.rendered(job.output.bytes)
  }
}

extension JobTable {
  func job(_ number: Int) throws -> Job {
    if let job = self[number] { return job }
    throw ShellError(
      .notFound, "there is no job '\(number)'",
      hint: all.isEmpty ? "'STATEMENT &' starts one" : "'jobs' lists them")
  }
}
