// SPDX-License-Identifier: MIT

import CallInterface
import CallModel
import DirectoryHistory
import SDBus

// The methods that make calls and hand out files.

extension DirectoryTables {
    /// Place of `dbus/org.monkeycall.Directory.xml`.
    static func place(_ placing: CallPlacing, _ callers: Callers) -> Member<Visit> {
        .deferredMethod(.place, takes: ["text", "options"], returns: ["provider"]) {
            [unowned placing, unowned callers]
            (_, _, reply: PendingReply<String>, text: String, options: [String: Variant]) throws(BusError) in
            let options = Options(options)
            let details = try StartCallDetails(options)
            let callee = try callers.callee(try Limits().checked(text, "The text"))
            placing.place(callee, by: try options.string(.provider) ?? "", details) {
                $0.complete(reply)
            }
        }
    }

    /// OpenPicture of `dbus/org.monkeycall.Directory.xml`. Decoders have holes, so no picture is decoded or scaled here.
    static func openPicture(_ pictures: ContactPictures) -> Member<Visit> {
        .deferredMethod(.openPicture, takes: ["picture", "size"], returns: ["file"]) {
            [unowned pictures] (_, _, reply: PendingReply<BusFile>, id: String, _: UInt32) throws(BusError) in
            pictures.open(id, reply)
        }
    }

    /// Export of `dbus/org.monkeycall.Directory.History.xml`.
    static func export(_ writer: HistoryWriter) -> Member<Visit> {
        .deferredMethod(.exportHistory, takes: ["format", "file"]) {
            [unowned writer] (visit, _, reply: PendingReply<>, format: String, file: BusFile) throws(BusError) in
            try visit.requireUser()
            writer.export(as: try HistoryExport.Format.parse(format, "The format"), to: file, reply)
        }
    }

    /// Redial of `dbus/org.monkeycall.Directory.History.xml`.
    static func redial(_ placing: CallPlacing) -> Member<Visit> {
        .deferredMethod(.redial, returns: ["provider"]) {
            [unowned placing] (visit, _, reply: PendingReply<String>) throws(BusError) in
            try visit.requireUser()
            placing.redial(reply)
        }
    }
}
