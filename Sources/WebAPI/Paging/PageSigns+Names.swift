// The names that services use for what a page says about the pages of its list.
extension PageSigns {
  /// The usual sizes of pages: a list of so many elements may be a part.
  static let sizes: Set = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000]

  static let lasts = NameTable(
    "islast islastpage lastpage isdone endofrecords endofstream done last")
  /// The last ones are often no totals.
  static let totals = NameTable(
    """
    total totalcount totalresults totalitems totalelements totalentries totalrecords totalsize \
    totalsetsize totalrows totalhits numfound nbhits itemcount counttotal rowcount count results
    """)
  static let certainTotals = 15

  static func isTotal(_ name: String) -> Bool {
    totals.rank(name).map { $0 < certainTotals } ?? false
  }

  static let pageCounts = NameTable(
    "totalpages totalpage nbpages pagecount pagestotal numpages lastpage pages")
  static let pageNumbers = NameTable(
    "page currentpage pagenumber pageindex pagenum pageno number")
  static let starts = NameTable("offset start startat skip startindex startposition from")

  /// The usual names of the next page's address, or of an object that has it.
  static let addresses = NameTable(
    """
    next nextlink nexturl nexturi nexthref nextpage nextpageurl nextpageuri nextpagelink \
    nextrecordsurl afterurl
    """)

  /// The usual names of what a request repeats, the most certain first.
  static let cursors = NameTable(
    """
    nextcursor nextpagetoken nexttoken nextmarker nextcontinuationtoken nextcursormark nextpage \
    continuationtoken continuation continue endcursor startingafter aftercursor nextoffset nextpagestart next \
    after scrollid lastevaluatedkey marker cursor offset bookmark lastid
    """)

  /// Whether a member with a name says something about pages, or about the answer itself.
  static func isSign(_ name: String, isNumber: Bool) -> Bool {
    let numbers = isNumber ? [totals, pageCounts, pageNumbers, starts] : []
    return (numbers + [lasts, addresses, cursors, answers]).contains { $0.contains(name) }
      || isMore(name)
      || name.hasPart("page", "next", "prev", "cursor", "total", "count", "limit", "size", "token")
  }

  /// What is said of an answer, whatever is in it.
  private static let answers = NameTable(
    """
    object status code success ok message version took time timestamp requestid traceid context type \
    kind apiversion etag url href self first last limit perpage query
    """)

  /// The words in names of objects that have what belongs to pages, in which a total is the number of elements.
  static func isParent(_ name: String) -> Bool {
    name.hasPart("pag", "meta", "hits", "info", "cursor", "list", "result", "response")
  }
}
