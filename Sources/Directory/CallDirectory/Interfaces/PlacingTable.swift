// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

// The methods that make calls and hand out files.

extension DirectoryTables {
    /// Place of `dbus/org.monkeycall.Directory.xml`.
    static func place(_ placing: CallPlacing, _ callers: Callers) -> Member<Visit> {
        .deferredMethod(
            .place, takes: ("text", String.self), ("options", [String: Variant].self),
            returns: ("provider", String.self)
        ) { [unowned placing, unowned callers] (_, _, reply, text, options) throws(BusError) in
            let options = Options(options)
            let details = try StartCallDetails(options)
            let callee = try callers.callee(try Limits().checked(text, "The text"))
            placing.place(callee, by: try options.string(.provider) ?? "", details) {
                $0.complete(reply)
            }
        }
    }

    /// OpenPicture of `dbus/org.monkeycall.Directory.xml`. Decoders have holes, so no picture is decoded or scaled
    /// here.
    static func openPicture(_ pictures: ContactPictures) -> Member<Visit> {
        .deferredMethod(
            .openPicture, takes: ("picture", String.self), ("size", UInt32.self), returns: ("file", BusFile.self)
        ) { [unowned pictures] (_, _, reply, id, _) throws(BusError) in
            pictures.open(id, reply)
        }
    }

    /// Export of `dbus/org.monkeycall.Directory.History.xml`.
    static func export(_ writer: HistoryWriter) -> Member<Visit> {
        .deferredMethod(.exportHistory, for: .user, takes: ("format", String.self), ("file", BusFile.self)) {
            [unowned writer] (_, _, reply, format, file) throws(BusError) in
            writer.export(as: try HistoryExport.Format.parse(format, "The format"), to: file, reply)
        }
    }

    /// Redial of `dbus/org.monkeycall.Directory.History.xml`.
    static func redial(_ placing: CallPlacing) -> Member<Visit> {
        .deferredMethod(.redial, for: .user, returns: ("provider", String.self)) {
            [unowned placing] (_, _, reply) throws(BusError) in
            placing.redial(reply)
        }
    }
}
