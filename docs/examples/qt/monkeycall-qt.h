// SPDX-License-Identifier: MIT
// The types that the annotations in dbus/*.xml name, for the code that qdbusxml2cpp of Qt 5 or 6 generates from these
// files:
//     qdbusxml2cpp -N -i monkeycall-qt.h -p manager org.monkeycall.CallManager.xml
// Call registerMonkeyCallTypes() once, before anything else.
#pragma once

#include <QtDBus/QtDBus>

// (ss): a type such as "phone-number", and a value. Two empty texts mean no handle.
struct MonkeyCallHandle {
    QString type, value;
};

// A member of a call, (sss): type and value as in MonkeyCallHandle, and a name. Three empty texts mean no member.
struct MonkeyCallMember {
    QString type, value, name;
};

// A line of ListCalls, (sosss).
struct MonkeyCallListedCall {
    QString call;
    QDBusObjectPath object;
    QString provider, handle, state;
};

// A line of ListProviders, (sos).
struct MonkeyCallListedProvider {
    QString identifier;
    QDBusObjectPath object;
    QString localizedName;
};

// A line of ListUsers, (uo).
struct MonkeyCallListedUser {
    uint uid;
    QDBusObjectPath object;
};

// A number and its label for AddIdentified, (xs).
struct MonkeyCallIdentifiedNumber {
    qlonglong number;
    QString label;
};

// A handle and its label for AddHandles, (sss).
struct MonkeyCallIdentifiedHandle {
    QString type, value, label;
};

// A call for SetCalls, (usss): its id, its state, `in` or `out`, and the number of the other side.
struct MonkeyCallFrontCall {
    uint id;
    QString state, direction, number;
};

Q_DECLARE_METATYPE(MonkeyCallFrontCall)
Q_DECLARE_METATYPE(MonkeyCallHandle)
Q_DECLARE_METATYPE(MonkeyCallIdentifiedHandle)
Q_DECLARE_METATYPE(MonkeyCallIdentifiedNumber)
Q_DECLARE_METATYPE(MonkeyCallListedCall)
Q_DECLARE_METATYPE(MonkeyCallListedProvider)
Q_DECLARE_METATYPE(MonkeyCallListedUser)
Q_DECLARE_METATYPE(MonkeyCallMember)

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallHandle &handle) {
    out.beginStructure();
    out << handle.type << handle.value;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallHandle &handle) {
    in.beginStructure();
    in >> handle.type >> handle.value;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallMember &member) {
    out.beginStructure();
    out << member.type << member.value << member.name;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallMember &member) {
    in.beginStructure();
    in >> member.type >> member.value >> member.name;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallListedCall &line) {
    out.beginStructure();
    out << line.call << line.object << line.provider << line.handle << line.state;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallListedCall &line) {
    in.beginStructure();
    in >> line.call >> line.object >> line.provider >> line.handle >> line.state;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallListedProvider &line) {
    out.beginStructure();
    out << line.identifier << line.object << line.localizedName;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallListedProvider &line) {
    in.beginStructure();
    in >> line.identifier >> line.object >> line.localizedName;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallListedUser &line) {
    out.beginStructure();
    out << line.uid << line.object;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallListedUser &line) {
    in.beginStructure();
    in >> line.uid >> line.object;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallIdentifiedNumber &value) {
    out.beginStructure();
    out << value.number << value.label;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallIdentifiedNumber &value) {
    in.beginStructure();
    in >> value.number >> value.label;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallIdentifiedHandle &value) {
    out.beginStructure();
    out << value.type << value.value << value.label;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallIdentifiedHandle &value) {
    in.beginStructure();
    in >> value.type >> value.value >> value.label;
    in.endStructure();
    return in;
}

inline QDBusArgument &operator<<(QDBusArgument &out, const MonkeyCallFrontCall &call) {
    out.beginStructure();
    out << call.id << call.state << call.direction << call.number;
    out.endStructure();
    return out;
}

inline const QDBusArgument &operator>>(const QDBusArgument &in, MonkeyCallFrontCall &call) {
    in.beginStructure();
    in >> call.id >> call.state >> call.direction >> call.number;
    in.endStructure();
    return in;
}

template<class Line>
void registerMonkeyCallList() {
    qDBusRegisterMetaType<Line>();
    qDBusRegisterMetaType<QList<Line>>();
}

inline void registerMonkeyCallTypes() {
    qDBusRegisterMetaType<MonkeyCallHandle>();
    qDBusRegisterMetaType<QList<QVariantMap>>();
    registerMonkeyCallList<MonkeyCallMember>();
    registerMonkeyCallList<MonkeyCallListedCall>();
    registerMonkeyCallList<MonkeyCallListedProvider>();
    registerMonkeyCallList<MonkeyCallListedUser>();
    registerMonkeyCallList<MonkeyCallIdentifiedNumber>();
    registerMonkeyCallList<MonkeyCallIdentifiedHandle>();
    registerMonkeyCallList<MonkeyCallFrontCall>();
}
