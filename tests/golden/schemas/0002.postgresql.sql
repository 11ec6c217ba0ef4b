CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.assignment (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    comparison_id integer NOT NULL,
    person_id integer,
    occurrence integer NOT NULL,
    kind character varying NOT NULL,
    status character varying NOT NULL,
    sequence integer NOT NULL,
    swapped boolean NOT NULL,
    order_known boolean NOT NULL,
    leased_until timestamp with time zone,
    first_shown_at timestamp with time zone,
    shown_at timestamp with time zone,
    skip_reason character varying,
    skip_comment character varying,
    created_at timestamp with time zone NOT NULL,
    skipped_at timestamp with time zone,
    asks_reasons boolean DEFAULT false NOT NULL,
    qualification_id integer,
    CONSTRAINT ck_assignment_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying, 'repeat'::character varying, 'training'::character varying, 'test'::character varying])::text[]))),
    CONSTRAINT ck_assignment_skip_has_reason CHECK ((((status)::text = 'skipped'::text) = (skip_reason IS NOT NULL))),
    CONSTRAINT ck_assignment_skip_reason CHECK (((skip_reason)::text = ANY ((ARRAY['other_standard'::character varying, 'unreadable'::character varying, 'uncomfortable'::character varying, 'other'::character varying])::text[]))),
    CONSTRAINT ck_assignment_status CHECK (((status)::text = ANY ((ARRAY['leased'::character varying, 'done'::character varying, 'skipped'::character varying, 'released'::character varying])::text[])))
);
CREATE SEQUENCE public.assignment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.assignment_id_seq OWNED BY public.assignment.id;
CREATE TABLE public.campaign (
    id integer NOT NULL,
    slug character varying NOT NULL,
    title character varying NOT NULL,
    status character varying NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_version character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    text_view character varying NOT NULL,
    overlap integer NOT NULL,
    shared integer NOT NULL,
    shared_overlap integer NOT NULL,
    per_annotator integer,
    deadline timestamp with time zone,
    is_demo boolean NOT NULL,
    settings json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    clarifications integer DEFAULT 0 NOT NULL,
    CONSTRAINT ck_campaign_overlap CHECK ((overlap >= 1)),
    CONSTRAINT ck_campaign_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'paused'::character varying, 'closed'::character varying])::text[]))),
    CONSTRAINT ck_campaign_text_view CHECK (((text_view)::text = ANY ((ARRAY['plain'::character varying, 'formatted'::character varying])::text[])))
);
CREATE SEQUENCE public.campaign_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.campaign_id_seq OWNED BY public.campaign.id;
CREATE TABLE public.clarification (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    number integer NOT NULL,
    text character varying NOT NULL,
    question_id integer,
    published_by integer,
    published_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.clarification_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.clarification_id_seq OWNED BY public.clarification.id;
CREATE TABLE public.comparison (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    prompt_id integer NOT NULL,
    first_response_id integer NOT NULL,
    second_response_id integer NOT NULL,
    kind character varying NOT NULL,
    round integer NOT NULL,
    overlap integer NOT NULL,
    shared boolean NOT NULL,
    "position" integer NOT NULL,
    done integer NOT NULL,
    identical boolean NOT NULL,
    gold_outcome character varying,
    gold_issue character varying,
    gold_explanation character varying,
    withdrawn_at timestamp with time zone,
    CONSTRAINT ck_comparison_counts CHECK (((overlap >= 1) AND (done >= 0))),
    CONSTRAINT ck_comparison_gold_has_outcome CHECK ((((kind)::text = 'gold'::text) = (gold_outcome IS NOT NULL))),
    CONSTRAINT ck_comparison_gold_outcome CHECK (((gold_outcome)::text = ANY ((ARRAY['first'::character varying, 'second'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_comparison_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying])::text[]))),
    CONSTRAINT ck_comparison_two_responses CHECK ((first_response_id <> second_response_id))
);
CREATE SEQUENCE public.comparison_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comparison_id_seq OWNED BY public.comparison.id;
CREATE TABLE public.consent (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    letter_version character varying NOT NULL,
    letter_hash character varying NOT NULL,
    language character varying NOT NULL,
    given_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone
);
CREATE SEQUENCE public.consent_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.consent_id_seq OWNED BY public.consent.id;
CREATE TABLE public.guideline_reading (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    version character varying NOT NULL,
    language character varying NOT NULL,
    acknowledged boolean NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone
);
CREATE SEQUENCE public.guideline_reading_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.guideline_reading_id_seq OWNED BY public.guideline_reading.id;
CREATE TABLE public.hours_note (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    day character varying NOT NULL,
    minutes integer,
    text character varying NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_hours_note_minutes CHECK (((minutes >= 0) AND (minutes <= 1440)))
);
CREATE SEQUENCE public.hours_note_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.hours_note_id_seq OWNED BY public.hours_note.id;
CREATE TABLE public.judgment (
    id integer NOT NULL,
    assignment_id integer NOT NULL,
    revision integer NOT NULL,
    live boolean NOT NULL,
    choice character varying,
    outcome character varying,
    swapped boolean NOT NULL,
    order_known boolean NOT NULL,
    ranked boolean NOT NULL,
    campaign_id integer NOT NULL,
    comparison_id integer NOT NULL,
    prompt_id integer NOT NULL,
    first_system_id integer,
    second_system_id integer,
    person_id integer,
    imported boolean NOT NULL,
    shown_at timestamp with time zone,
    decided_at timestamp with time zone,
    active_ms integer,
    layout character varying,
    text_view character varying,
    language character varying,
    prompt_opened boolean,
    protocol_version character varying,
    protocol_hash character varying,
    guideline_version character varying,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_judgment_choice CHECK (((choice)::text = ANY ((ARRAY['A'::character varying, 'B'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_judgment_choice_has_outcome CHECK (((choice IS NULL) = (outcome IS NULL))),
    CONSTRAINT ck_judgment_layout CHECK (((layout)::text = ANY ((ARRAY['side_by_side'::character varying, 'stacked'::character varying])::text[]))),
    CONSTRAINT ck_judgment_outcome CHECK (((outcome)::text = ANY ((ARRAY['first'::character varying, 'second'::character varying, 'tie'::character varying])::text[]))),
    CONSTRAINT ck_judgment_revision CHECK ((revision >= 1))
);
CREATE SEQUENCE public.judgment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judgment_id_seq OWNED BY public.judgment.id;
CREATE TABLE public.link (
    id integer NOT NULL,
    person_id integer NOT NULL,
    token_hash character varying NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE public.link_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.link_id_seq OWNED BY public.link.id;
CREATE TABLE public.membership (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer,
    role character varying NOT NULL,
    CONSTRAINT ck_membership_role CHECK (((role)::text = ANY ((ARRAY['annotator'::character varying, 'lead'::character varying, 'researcher'::character varying])::text[])))
);
CREATE SEQUENCE public.membership_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.membership_id_seq OWNED BY public.membership.id;
CREATE TABLE public.person (
    id integer NOT NULL,
    name character varying NOT NULL,
    kind character varying NOT NULL,
    language character varying,
    created_at timestamp with time zone NOT NULL,
    text_size integer DEFAULT 100 NOT NULL,
    first_standard character varying,
    dialect_area character varying,
    CONSTRAINT ck_person_dialect_area CHECK (((dialect_area)::text = ANY ((ARRAY['east'::character varying, 'south'::character varying, 'west'::character varying, 'trondelag'::character varying, 'north'::character varying, 'mixed'::character varying])::text[]))),
    CONSTRAINT ck_person_first_standard CHECK (((first_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying, 'both'::character varying, 'neither'::character varying])::text[]))),
    CONSTRAINT ck_person_kind CHECK (((kind)::text = ANY ((ARRAY['human'::character varying, 'judge'::character varying, 'simulated'::character varying])::text[]))),
    CONSTRAINT ck_person_text_size CHECK (((text_size >= 80) AND (text_size <= 200)))
);
CREATE SEQUENCE public.person_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.person_id_seq OWNED BY public.person.id;
CREATE TABLE public.prompt (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    key character varying NOT NULL,
    external_id character varying,
    kind character varying NOT NULL,
    text character varying NOT NULL,
    written_standard character varying,
    category character varying,
    document character varying,
    reference character varying,
    source_language character varying,
    target_language character varying,
    meta json,
    CONSTRAINT ck_prompt_kind CHECK (((kind)::text = ANY ((ARRAY['regular'::character varying, 'gold'::character varying])::text[]))),
    CONSTRAINT ck_prompt_written_standard CHECK (((written_standard)::text = ANY ((ARRAY['nb'::character varying, 'nn'::character varying])::text[])))
);
CREATE SEQUENCE public.prompt_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.prompt_id_seq OWNED BY public.prompt.id;
CREATE TABLE public.qualification (
    id integer NOT NULL,
    person_id integer NOT NULL,
    campaign_id integer NOT NULL,
    attempt integer NOT NULL,
    asked integer NOT NULL,
    correct integer,
    passed boolean,
    granted_by integer,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT ck_qualification_counts CHECK (((attempt >= 1) AND (asked >= 0))),
    CONSTRAINT ck_qualification_finished_is_decided CHECK (((passed IS NULL) = (finished_at IS NULL)))
);
CREATE SEQUENCE public.qualification_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.qualification_id_seq OWNED BY public.qualification.id;
CREATE TABLE public.question (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    person_id integer NOT NULL,
    assignment_id integer,
    text character varying NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    answer character varying,
    answered_by integer,
    answered_at timestamp with time zone,
    read_at timestamp with time zone,
    resolved_at timestamp with time zone
);
CREATE SEQUENCE public.question_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.question_id_seq OWNED BY public.question.id;
CREATE TABLE public.rating (
    id integer NOT NULL,
    rating_assignment_id integer NOT NULL,
    criterion character varying NOT NULL,
    revision integer NOT NULL,
    live boolean NOT NULL,
    value integer,
    not_applicable boolean NOT NULL,
    explanation character varying,
    decided_at timestamp with time zone,
    active_ms integer,
    language character varying,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_rating_value_or_na CHECK ((NOT (not_applicable AND (value IS NOT NULL))))
);
CREATE TABLE public.rating_assignment (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    response_id integer NOT NULL,
    person_id integer NOT NULL,
    protocol_key character varying NOT NULL,
    protocol_version character varying NOT NULL,
    protocol_hash character varying NOT NULL,
    status character varying NOT NULL,
    leased_until timestamp with time zone,
    shown_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_rating_assignment_status CHECK (((status)::text = ANY ((ARRAY['leased'::character varying, 'done'::character varying, 'skipped'::character varying, 'released'::character varying])::text[])))
);
CREATE SEQUENCE public.rating_assignment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_assignment_id_seq OWNED BY public.rating_assignment.id;
CREATE SEQUENCE public.rating_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_id_seq OWNED BY public.rating.id;
CREATE TABLE public.reason (
    id integer NOT NULL,
    remark_id integer NOT NULL,
    response_id integer NOT NULL,
    issue character varying NOT NULL
);
CREATE SEQUENCE public.reason_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.reason_id_seq OWNED BY public.reason.id;
CREATE TABLE public.remark (
    id integer NOT NULL,
    judgment_id integer NOT NULL,
    quality character varying,
    comment character varying,
    given_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_remark_quality CHECK (((quality)::text = ANY ((ARRAY['both_well'::character varying, 'both_badly'::character varying])::text[])))
);
CREATE SEQUENCE public.remark_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.remark_id_seq OWNED BY public.remark.id;
CREATE TABLE public.response (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    prompt_id integer NOT NULL,
    system_id integer,
    text character varying,
    meta json,
    withdrawn_at timestamp with time zone
);
CREATE SEQUENCE public.response_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.response_id_seq OWNED BY public.response.id;
CREATE TABLE public.sign_in (
    id integer NOT NULL,
    session_hash character varying NOT NULL,
    person_id integer NOT NULL,
    link_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE public.sign_in_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sign_in_id_seq OWNED BY public.sign_in.id;
CREATE TABLE public.system (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.system_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.system_id_seq OWNED BY public.system.id;
ALTER TABLE ONLY public.assignment ALTER COLUMN id SET DEFAULT nextval('public.assignment_id_seq'::regclass);
ALTER TABLE ONLY public.campaign ALTER COLUMN id SET DEFAULT nextval('public.campaign_id_seq'::regclass);
ALTER TABLE ONLY public.clarification ALTER COLUMN id SET DEFAULT nextval('public.clarification_id_seq'::regclass);
ALTER TABLE ONLY public.comparison ALTER COLUMN id SET DEFAULT nextval('public.comparison_id_seq'::regclass);
ALTER TABLE ONLY public.consent ALTER COLUMN id SET DEFAULT nextval('public.consent_id_seq'::regclass);
ALTER TABLE ONLY public.guideline_reading ALTER COLUMN id SET DEFAULT nextval('public.guideline_reading_id_seq'::regclass);
ALTER TABLE ONLY public.hours_note ALTER COLUMN id SET DEFAULT nextval('public.hours_note_id_seq'::regclass);
ALTER TABLE ONLY public.judgment ALTER COLUMN id SET DEFAULT nextval('public.judgment_id_seq'::regclass);
ALTER TABLE ONLY public.link ALTER COLUMN id SET DEFAULT nextval('public.link_id_seq'::regclass);
ALTER TABLE ONLY public.membership ALTER COLUMN id SET DEFAULT nextval('public.membership_id_seq'::regclass);
ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);
ALTER TABLE ONLY public.prompt ALTER COLUMN id SET DEFAULT nextval('public.prompt_id_seq'::regclass);
ALTER TABLE ONLY public.qualification ALTER COLUMN id SET DEFAULT nextval('public.qualification_id_seq'::regclass);
ALTER TABLE ONLY public.question ALTER COLUMN id SET DEFAULT nextval('public.question_id_seq'::regclass);
ALTER TABLE ONLY public.rating ALTER COLUMN id SET DEFAULT nextval('public.rating_id_seq'::regclass);
ALTER TABLE ONLY public.rating_assignment ALTER COLUMN id SET DEFAULT nextval('public.rating_assignment_id_seq'::regclass);
ALTER TABLE ONLY public.reason ALTER COLUMN id SET DEFAULT nextval('public.reason_id_seq'::regclass);
ALTER TABLE ONLY public.remark ALTER COLUMN id SET DEFAULT nextval('public.remark_id_seq'::regclass);
ALTER TABLE ONLY public.response ALTER COLUMN id SET DEFAULT nextval('public.response_id_seq'::regclass);
ALTER TABLE ONLY public.sign_in ALTER COLUMN id SET DEFAULT nextval('public.sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.system ALTER COLUMN id SET DEFAULT nextval('public.system_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.assignment VALUES (1, 1, 1, 2, 0, 'regular', 'done', 1, false, true, NULL, '2026-03-02 09:04:20+00', '2026-03-02 09:04:20+00', NULL, NULL, '2026-11-21 23:37:16.070442+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (2, 1, 2, 2, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:06:00+00', '2026-03-02 09:06:00+00', NULL, NULL, '2026-11-21 23:37:16.174107+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (3, 1, 3, 2, 0, 'regular', 'done', 3, true, true, NULL, '2026-03-02 09:07:40+00', '2026-03-02 09:07:40+00', NULL, NULL, '2026-11-21 23:37:16.248072+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (4, 1, 16, 2, 0, 'gold', 'skipped', 4, true, true, '2026-03-02 09:39:00+00', '2026-03-02 09:09:20+00', '2026-03-02 09:09:20+00', 'other', 'Uklart.', '2026-11-21 23:37:16.332876+00', '2026-03-02 09:09:40+00', false, NULL);
INSERT INTO public.assignment VALUES (5, 1, 4, 2, 0, 'regular', 'done', 5, false, true, NULL, '2026-03-02 09:10:40+00', '2026-03-02 09:10:40+00', NULL, NULL, '2026-11-21 23:37:16.378015+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (6, 1, 18, 2, 0, 'gold', 'done', 6, true, true, NULL, '2026-03-02 09:12:20+00', '2026-03-02 09:14:00+00', NULL, NULL, '2026-11-21 23:37:16.435968+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (7, 1, 5, 2, 0, 'regular', 'done', 7, false, true, NULL, '2026-03-02 09:15:40+00', '2026-03-02 09:15:40+00', NULL, NULL, '2026-11-21 23:37:16.552391+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (8, 1, 6, 2, 0, 'regular', 'done', 8, false, true, NULL, '2026-03-02 09:17:20+00', '2026-03-02 09:17:20+00', NULL, NULL, '2026-11-21 23:37:16.610656+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (9, 1, 7, 2, 0, 'regular', 'leased', 9, false, true, '2026-03-02 09:48:40+00', '2026-03-02 09:19:00+00', '2026-03-02 09:19:00+00', NULL, NULL, '2026-11-21 23:37:16.657867+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (10, 1, 18, 3, 0, 'gold', 'done', 1, false, true, NULL, '2026-03-02 09:20:00+00', '2026-03-02 09:20:00+00', NULL, NULL, '2026-11-21 23:37:16.679566+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (11, 1, 1, 3, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:21:40+00', '2026-03-02 09:21:40+00', NULL, NULL, '2026-11-21 23:37:16.723493+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (12, 1, 2, 3, 0, 'regular', 'done', 3, false, true, NULL, '2026-03-02 09:23:20+00', '2026-03-02 09:23:20+00', NULL, NULL, '2026-11-21 23:37:16.766101+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (13, 1, 3, 3, 0, 'regular', 'skipped', 4, false, true, '2026-03-02 09:54:40+00', '2026-03-02 09:25:00+00', '2026-03-02 09:25:00+00', 'other', 'Uklart.', '2026-11-21 23:37:16.800522+00', '2026-03-02 09:25:20+00', false, NULL);
INSERT INTO public.assignment VALUES (14, 1, 4, 3, 0, 'regular', 'done', 5, true, true, NULL, '2026-03-02 09:26:20+00', '2026-03-02 09:26:20+00', NULL, NULL, '2026-11-21 23:37:16.821958+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (15, 1, 5, 3, 0, 'regular', 'done', 6, false, true, NULL, '2026-03-02 09:28:00+00', '2026-03-02 09:29:40+00', NULL, NULL, '2026-11-21 23:37:16.868553+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (16, 1, 6, 3, 0, 'regular', 'done', 7, true, true, NULL, '2026-03-02 09:31:20+00', '2026-03-02 09:31:20+00', NULL, NULL, '2026-11-21 23:37:16.993686+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (17, 1, 7, 3, 0, 'regular', 'leased', 8, true, true, '2026-03-02 10:02:40+00', '2026-03-02 09:33:00+00', '2026-03-02 09:33:00+00', NULL, NULL, '2026-11-21 23:37:17.483733+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (18, 1, 3, 4, 0, 'regular', 'done', 1, false, true, NULL, '2026-03-02 09:34:00+00', '2026-03-02 09:34:00+00', NULL, NULL, '2026-11-21 23:37:17.607966+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (19, 1, 9, 4, 0, 'regular', 'done', 2, true, true, NULL, '2026-03-02 09:35:40+00', '2026-03-02 09:35:40+00', NULL, NULL, '2026-11-21 23:37:17.917951+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (20, 1, 10, 4, 0, 'regular', 'done', 3, false, true, NULL, '2026-03-02 09:37:20+00', '2026-03-02 09:37:20+00', NULL, NULL, '2026-11-21 23:37:17.950509+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (21, 1, 11, 4, 0, 'regular', 'skipped', 4, true, true, '2026-03-02 10:08:40+00', '2026-03-02 09:39:00+00', '2026-03-02 09:39:00+00', 'other', 'Uklart.', '2026-11-21 23:37:18.080428+00', '2026-03-02 09:39:20+00', false, NULL);
INSERT INTO public.assignment VALUES (22, 1, 17, 4, 0, 'gold', 'done', 5, true, true, NULL, '2026-03-02 09:40:20+00', '2026-03-02 09:40:20+00', NULL, NULL, '2026-11-21 23:37:18.142833+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (23, 1, 18, 4, 0, 'gold', 'done', 6, false, true, NULL, '2026-03-02 09:42:00+00', '2026-03-02 09:43:40+00', NULL, NULL, '2026-11-21 23:37:18.230676+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (24, 1, 12, 4, 0, 'regular', 'leased', 7, true, true, '2026-03-02 10:15:00+00', '2026-03-02 09:45:20+00', '2026-03-02 09:45:20+00', NULL, NULL, '2026-11-21 23:37:18.469015+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (25, 2, 25, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.742598+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (26, 2, 21, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.742606+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (27, 2, 23, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.742607+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (28, 2, 24, 5, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.742608+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (29, 2, 22, NULL, 0, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.746917+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (30, 2, 20, 6, 0, 'regular', 'done', 0, true, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.750098+00', NULL, false, NULL);
INSERT INTO public.assignment VALUES (31, 2, 24, 5, 1, 'regular', 'done', 0, false, true, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.750104+00', NULL, false, NULL);
INSERT INTO public.campaign VALUES (1, 'trial', 'Campaign trial', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}', '2026-11-21 23:37:15.570135+00', 1);
INSERT INTO public.campaign VALUES (2, 'imported', 'Campaign imported', 'open', 'norwegian_fluency', '1', '0000000000000000000000000000000000000000000000000000000000000000', 'plain', 2, 0, 0, NULL, NULL, false, '{}', '2026-11-21 23:37:18.474249+00', 0);
INSERT INTO public.clarification VALUES (1, 1, 1, 'Slik er det.', NULL, 1, '2026-03-02 09:02:20+00');
INSERT INTO public.comparison VALUES (7, 1, 3, 8, 9, 'regular', 1, 2, false, 6, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (8, 1, 2, 4, 5, 'regular', 1, 2, false, 7, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (11, 1, 5, 13, 14, 'regular', 1, 2, false, 10, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (12, 1, 3, 7, 9, 'regular', 1, 2, false, 11, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (13, 1, 2, 4, 6, 'regular', 1, 2, false, 12, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (14, 1, 1, 1, 2, 'regular', 1, 2, false, 13, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (15, 1, 4, 10, 12, 'regular', 1, 2, false, 14, 0, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (16, 1, 9, 22, 23, 'gold', 1, 2, false, 15, 0, false, 'first', NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (17, 1, 6, 16, 17, 'gold', 1, 2, false, 16, 0, false, 'first', NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (18, 1, 8, 20, 21, 'gold', 1, 2, false, 17, 0, false, 'first', NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (19, 1, 7, 18, 19, 'gold', 1, 2, false, 18, 0, false, 'first', NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (1, 1, 5, 13, 15, 'regular', 1, 2, false, 0, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (2, 1, 3, 7, 8, 'regular', 1, 2, false, 1, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (4, 1, 1, 1, 3, 'regular', 1, 2, false, 3, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (5, 1, 4, 10, 11, 'regular', 1, 2, false, 4, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (6, 1, 5, 14, 15, 'regular', 1, 2, false, 5, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (3, 1, 2, 5, 6, 'regular', 1, 2, false, 2, 2, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (9, 1, 1, 2, 3, 'regular', 1, 2, false, 8, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (10, 1, 4, 11, 12, 'regular', 1, 2, false, 9, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (25, 2, 10, 24, 25, 'regular', 1, 2, false, 5, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (21, 2, 10, 25, 26, 'regular', 1, 2, false, 1, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (23, 2, 10, 24, 26, 'regular', 1, 2, false, 3, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (24, 2, 11, 27, 29, 'regular', 1, 2, false, 4, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (22, 2, 11, 27, 28, 'regular', 1, 2, false, 2, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.comparison VALUES (20, 2, 11, 29, 28, 'regular', 1, 2, false, 0, 1, false, NULL, NULL, NULL, NULL);
INSERT INTO public.consent VALUES (1, 2, 1, '1.0.0', '9bfbc295d6f291af2cf9fd20d4e791445a3cccf9308df28f22f150b2af2db9b7', 'nb', '2026-03-02 09:00:20+00', NULL);
INSERT INTO public.consent VALUES (2, 3, 1, '1.0.0', '9bfbc295d6f291af2cf9fd20d4e791445a3cccf9308df28f22f150b2af2db9b7', 'nb', '2026-03-02 09:00:40+00', NULL);
INSERT INTO public.consent VALUES (3, 4, 1, '1.0.0', '9bfbc295d6f291af2cf9fd20d4e791445a3cccf9308df28f22f150b2af2db9b7', 'nb', '2026-03-02 09:01:00+00', NULL);
INSERT INTO public.guideline_reading VALUES (1, 2, 1, '1.0+1', 'nb', true, '2026-03-02 09:02:40+00', '2026-03-02 09:02:40+00');
INSERT INTO public.guideline_reading VALUES (2, 3, 1, '1.0+1', 'nb', true, '2026-03-02 09:03:00+00', '2026-03-02 09:03:00+00');
INSERT INTO public.guideline_reading VALUES (3, 4, 1, '1.0+1', 'nb', true, '2026-03-02 09:03:20+00', '2026-03-02 09:03:20+00');
INSERT INTO public.hours_note VALUES (1, 2, 1, '2026-03-02', 30, 'Pause', '2026-03-02 09:01:20+00');
INSERT INTO public.judgment VALUES (1, 1, 1, true, 'A', 'first', false, true, true, 1, 1, 5, 1, 3, 2, false, '2026-03-02 09:04:20+00', '2026-03-02 09:04:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.106877+00');
INSERT INTO public.judgment VALUES (2, 2, 1, true, 'B', 'first', true, true, true, 1, 2, 3, 1, 2, 2, false, '2026-03-02 09:06:00+00', '2026-03-02 09:06:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.193334+00');
INSERT INTO public.judgment VALUES (3, 3, 1, true, 'tie', 'tie', true, true, true, 1, 3, 2, 2, 3, 2, false, '2026-03-02 09:07:40+00', '2026-03-02 09:08:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.265584+00');
INSERT INTO public.judgment VALUES (4, 5, 1, true, 'A', 'first', false, true, true, 1, 4, 1, 1, 3, 2, false, '2026-03-02 09:10:40+00', '2026-03-02 09:11:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.398858+00');
INSERT INTO public.judgment VALUES (5, 6, 1, false, 'B', 'first', true, true, false, 1, 18, 8, NULL, NULL, 2, false, '2026-03-02 09:12:20+00', '2026-03-02 09:12:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.450158+00');
INSERT INTO public.judgment VALUES (6, 6, 2, false, NULL, NULL, true, true, false, 1, 18, 8, NULL, NULL, 2, false, '2026-03-02 09:12:20+00', '2026-03-02 09:13:00+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.471512+00');
INSERT INTO public.judgment VALUES (7, 6, 3, true, 'tie', 'tie', true, true, false, 1, 18, 8, NULL, NULL, 2, false, '2026-03-02 09:14:00+00', '2026-03-02 09:14:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.513554+00');
INSERT INTO public.judgment VALUES (8, 7, 1, true, 'A', 'first', false, true, true, 1, 5, 4, 1, 2, 2, false, '2026-03-02 09:15:40+00', '2026-03-02 09:16:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.566842+00');
INSERT INTO public.judgment VALUES (9, 8, 1, true, 'A', 'first', false, true, true, 1, 6, 5, 2, 3, 2, false, '2026-03-02 09:17:20+00', '2026-03-02 09:17:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.621129+00');
INSERT INTO public.judgment VALUES (10, 10, 1, true, 'B', 'second', false, true, false, 1, 18, 8, NULL, NULL, 3, false, '2026-03-02 09:20:00+00', '2026-03-02 09:20:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.694612+00');
INSERT INTO public.judgment VALUES (11, 11, 1, true, 'tie', 'tie', true, true, true, 1, 1, 5, 1, 3, 3, false, '2026-03-02 09:21:40+00', '2026-03-02 09:22:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.733412+00');
INSERT INTO public.judgment VALUES (12, 12, 1, true, 'A', 'first', false, true, true, 1, 2, 3, 1, 2, 3, false, '2026-03-02 09:23:20+00', '2026-03-02 09:23:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.774303+00');
INSERT INTO public.judgment VALUES (13, 14, 1, true, 'B', 'first', true, true, true, 1, 4, 1, 1, 3, 3, false, '2026-03-02 09:26:20+00', '2026-03-02 09:26:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.834676+00');
INSERT INTO public.judgment VALUES (14, 15, 1, false, 'tie', 'tie', false, true, true, 1, 5, 4, 1, 2, 3, false, '2026-03-02 09:28:00+00', '2026-03-02 09:28:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.884236+00');
INSERT INTO public.judgment VALUES (15, 15, 2, false, NULL, NULL, false, true, true, 1, 5, 4, 1, 2, 3, false, '2026-03-02 09:28:00+00', '2026-03-02 09:28:40+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.893203+00');
INSERT INTO public.judgment VALUES (16, 15, 3, true, 'A', 'first', false, true, true, 1, 5, 4, 1, 2, 3, false, '2026-03-02 09:29:40+00', '2026-03-02 09:30:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:16.935299+00');
INSERT INTO public.judgment VALUES (17, 16, 1, true, 'A', 'second', true, true, true, 1, 6, 5, 2, 3, 3, false, '2026-03-02 09:31:20+00', '2026-03-02 09:31:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:17.005032+00');
INSERT INTO public.judgment VALUES (18, 18, 1, true, 'tie', 'tie', false, true, true, 1, 3, 2, 2, 3, 4, false, '2026-03-02 09:34:00+00', '2026-03-02 09:34:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:17.748076+00');
INSERT INTO public.judgment VALUES (19, 19, 1, true, 'A', 'second', true, true, true, 1, 9, 1, 2, 3, 4, false, '2026-03-02 09:35:40+00', '2026-03-02 09:36:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:17.925398+00');
INSERT INTO public.judgment VALUES (20, 20, 1, true, 'A', 'first', false, true, true, 1, 10, 4, 2, 3, 4, false, '2026-03-02 09:37:20+00', '2026-03-02 09:37:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:17.965576+00');
INSERT INTO public.judgment VALUES (21, 22, 1, true, 'tie', 'tie', true, true, false, 1, 17, 6, NULL, NULL, 4, false, '2026-03-02 09:40:20+00', '2026-03-02 09:40:40+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:18.172719+00');
INSERT INTO public.judgment VALUES (22, 23, 1, false, 'A', 'first', false, true, false, 1, 18, 8, NULL, NULL, 4, false, '2026-03-02 09:42:00+00', '2026-03-02 09:42:20+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:18.289651+00');
INSERT INTO public.judgment VALUES (23, 23, 2, false, NULL, NULL, false, true, false, 1, 18, 8, NULL, NULL, 4, false, '2026-03-02 09:42:00+00', '2026-03-02 09:42:40+00', NULL, NULL, 'plain', NULL, NULL, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:18.319133+00');
INSERT INTO public.judgment VALUES (24, 23, 3, true, 'A', 'first', false, true, false, 1, 18, 8, NULL, NULL, 4, false, '2026-03-02 09:43:40+00', '2026-03-02 09:44:00+00', 20000, 'side_by_side', 'plain', 'nb', false, '1', '0000000000000000000000000000000000000000000000000000000000000000', '1.0+1', '2026-11-21 23:37:18.392391+00');
INSERT INTO public.judgment VALUES (25, 25, 1, true, 'A', 'first', false, true, true, 2, 25, 10, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751226+00');
INSERT INTO public.judgment VALUES (26, 26, 1, true, 'tie', 'tie', false, true, true, 2, 21, 10, 8, 9, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751233+00');
INSERT INTO public.judgment VALUES (27, 27, 1, true, 'A', 'second', true, true, true, 2, 23, 10, 7, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751236+00');
INSERT INTO public.judgment VALUES (28, 28, 1, true, 'B', 'second', false, true, true, 2, 24, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751239+00');
INSERT INTO public.judgment VALUES (29, 29, 1, true, 'B', 'second', false, true, true, 2, 22, 11, 7, 9, NULL, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751241+00');
INSERT INTO public.judgment VALUES (30, 30, 1, true, 'A', 'second', true, true, true, 2, 20, 11, 8, 9, 6, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751244+00');
INSERT INTO public.judgment VALUES (31, 31, 1, true, 'A', 'first', false, true, false, 2, 24, 11, 7, 8, 5, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 23:37:18.751246+00');
INSERT INTO public.link VALUES (1, 1, '5e5f084e369a90bb8ce30fbc5585f13e22fa5879ca09b3814fd4dbc1f0c36077', '2026-11-21 23:37:15.775127+00', NULL);
INSERT INTO public.link VALUES (2, 2, '6af0cf25e1d385467560857a1c2ad6b9933fb6f19882cfc6b42441b486ae7fd3', '2026-11-21 23:37:15.797678+00', NULL);
INSERT INTO public.link VALUES (3, 3, '12372aa5174fd4a1031bfb15d730949237d37001b4b0b9a285ac9d6623e537cc', '2026-11-21 23:37:15.820794+00', NULL);
INSERT INTO public.link VALUES (4, 4, 'd5859bb7bd4c1bda0c56da4c0150ea1ee47a735d88c86e5e9dcbb76be1cf9c60', '2026-11-21 23:37:15.83799+00', NULL);
INSERT INTO public.membership VALUES (1, 1, 1, 'lead');
INSERT INTO public.membership VALUES (2, 2, 1, 'annotator');
INSERT INTO public.membership VALUES (3, 3, 1, 'annotator');
INSERT INTO public.membership VALUES (4, 4, 1, 'annotator');
INSERT INTO public.person VALUES (1, 'Lise', 'human', NULL, '2026-11-21 23:37:15.770619+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (2, 'Kari', 'human', NULL, '2026-11-21 23:37:15.796549+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (3, 'Ola', 'human', NULL, '2026-11-21 23:37:15.819968+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (4, 'Per', 'human', NULL, '2026-11-21 23:37:15.833987+00', 100, 'nb', 'west');
INSERT INTO public.person VALUES (5, 'Ada', 'human', NULL, '2026-11-21 23:37:18.683172+00', 100, NULL, NULL);
INSERT INTO public.person VALUES (6, 'Bo', 'human', NULL, '2026-11-21 23:37:18.68318+00', 100, NULL, NULL);
INSERT INTO public.prompt VALUES (1, 1, 'p0', 'p0', 'regular', 'Oppgave 0', 'nb', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (2, 1, 'p1', 'p1', 'regular', 'Oppgave 1', 'nn', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (3, 1, 'p2', 'p2', 'regular', 'Oppgave 2', 'nb', 'news', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (4, 1, 'p3', 'p3', 'regular', 'Oppgave 3', 'nn', 'news', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (5, 1, 'p4', 'p4', 'regular', 'Oppgave 4', 'nb', 'mail', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (6, 1, 'gold:text:da2b6f4ca3d068ec', NULL, 'gold', 'Kontroll 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (7, 1, 'gold:text:344b40a5c28bc32b', NULL, 'gold', 'Kontroll 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (8, 1, 'gold:text:c97bce6eb5333302', NULL, 'gold', 'Kontroll 2', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (9, 1, 'gold:text:12deb7a01b6f95e8', NULL, 'gold', 'Kontroll 3', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (10, 2, 'text:62accd7fd67903c2', NULL, 'regular', 'Skriv om havet.', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.prompt VALUES (11, 2, 'text:eab32344e61b9f9f', NULL, 'regular', 'Skriv om fjellet.', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.question VALUES (1, 1, 2, NULL, 'Hva nå?', '2026-03-02 09:01:40+00', 'Slik.', 1, '2026-03-02 09:02:00+00', NULL, '2026-03-02 09:02:00+00');
INSERT INTO public.reason VALUES (1, 1, 13, 'grammar');
INSERT INTO public.reason VALUES (2, 2, 8, 'grammar');
INSERT INTO public.reason VALUES (3, 3, 6, 'grammar');
INSERT INTO public.reason VALUES (4, 4, 1, 'grammar');
INSERT INTO public.reason VALUES (5, 5, 21, 'grammar');
INSERT INTO public.reason VALUES (6, 6, 10, 'grammar');
INSERT INTO public.reason VALUES (7, 7, 14, 'grammar');
INSERT INTO public.reason VALUES (8, 8, 20, 'grammar');
INSERT INTO public.reason VALUES (9, 9, 15, 'grammar');
INSERT INTO public.reason VALUES (10, 10, 7, 'grammar');
INSERT INTO public.reason VALUES (11, 11, 3, 'grammar');
INSERT INTO public.reason VALUES (12, 12, 10, 'grammar');
INSERT INTO public.reason VALUES (13, 13, 15, 'grammar');
INSERT INTO public.reason VALUES (14, 14, 5, 'grammar');
INSERT INTO public.reason VALUES (15, 15, 3, 'grammar');
INSERT INTO public.reason VALUES (16, 16, 11, 'grammar');
INSERT INTO public.reason VALUES (17, 17, 17, 'grammar');
INSERT INTO public.reason VALUES (18, 18, 20, 'grammar');
INSERT INTO public.remark VALUES (1, 1, NULL, 'Her.', '2026-03-02 09:05:00+00');
INSERT INTO public.remark VALUES (2, 2, NULL, 'Her.', '2026-03-02 09:06:40+00');
INSERT INTO public.remark VALUES (3, 3, NULL, 'Her.', '2026-03-02 09:08:20+00');
INSERT INTO public.remark VALUES (4, 4, NULL, 'Her.', '2026-03-02 09:11:20+00');
INSERT INTO public.remark VALUES (5, 7, NULL, 'Her.', '2026-03-02 09:14:40+00');
INSERT INTO public.remark VALUES (6, 8, NULL, 'Her.', '2026-03-02 09:16:20+00');
INSERT INTO public.remark VALUES (7, 9, NULL, 'Her.', '2026-03-02 09:18:00+00');
INSERT INTO public.remark VALUES (8, 10, NULL, 'Her.', '2026-03-02 09:20:40+00');
INSERT INTO public.remark VALUES (9, 11, NULL, 'Her.', '2026-03-02 09:22:20+00');
INSERT INTO public.remark VALUES (10, 12, NULL, 'Her.', '2026-03-02 09:24:00+00');
INSERT INTO public.remark VALUES (11, 13, NULL, 'Her.', '2026-03-02 09:27:00+00');
INSERT INTO public.remark VALUES (12, 16, NULL, 'Her.', '2026-03-02 09:30:20+00');
INSERT INTO public.remark VALUES (13, 17, NULL, 'Her.', '2026-03-02 09:32:00+00');
INSERT INTO public.remark VALUES (14, 18, NULL, 'Her.', '2026-03-02 09:34:40+00');
INSERT INTO public.remark VALUES (15, 19, NULL, 'Her.', '2026-03-02 09:36:20+00');
INSERT INTO public.remark VALUES (16, 20, NULL, 'Her.', '2026-03-02 09:38:00+00');
INSERT INTO public.remark VALUES (17, 21, NULL, 'Her.', '2026-03-02 09:41:00+00');
INSERT INTO public.remark VALUES (18, 24, NULL, 'Her.', '2026-03-02 09:44:20+00');
INSERT INTO public.response VALUES (1, 1, 1, 1, 'Dette er svar 132598cb6387.', 'null', NULL);
INSERT INTO public.response VALUES (2, 1, 1, 2, 'Dette er svar 2372d3bd995f.', 'null', NULL);
INSERT INTO public.response VALUES (3, 1, 1, 3, 'Dette er svar 92b27607d001.', 'null', NULL);
INSERT INTO public.response VALUES (4, 1, 2, 1, 'Dette er svar 2fd2c1bbbfad.', 'null', NULL);
INSERT INTO public.response VALUES (5, 1, 2, 2, 'Dette er svar f8347c095598.', 'null', NULL);
INSERT INTO public.response VALUES (6, 1, 2, 3, 'Dette er svar 9098e92e220a.', 'null', NULL);
INSERT INTO public.response VALUES (7, 1, 3, 1, 'Dette er svar 33dc7d9656ba.', 'null', NULL);
INSERT INTO public.response VALUES (8, 1, 3, 2, 'Dette er svar 68754bf24ff4.', 'null', NULL);
INSERT INTO public.response VALUES (9, 1, 3, 3, 'Dette er svar 6b66737100fe.', 'null', NULL);
INSERT INTO public.response VALUES (10, 1, 4, 1, 'Dette er svar d2b20af82786.', 'null', NULL);
INSERT INTO public.response VALUES (11, 1, 4, 2, 'Dette er svar 6a465759ea66.', 'null', NULL);
INSERT INTO public.response VALUES (12, 1, 4, 3, 'Dette er svar 5e7085fba481.', 'null', NULL);
INSERT INTO public.response VALUES (13, 1, 5, 1, 'Dette er svar a49a93211cea.', 'null', NULL);
INSERT INTO public.response VALUES (14, 1, 5, 2, 'Dette er svar 754cc3e0f65c.', 'null', NULL);
INSERT INTO public.response VALUES (15, 1, 5, 3, 'Dette er svar 3bdc2442daa4.', 'null', NULL);
INSERT INTO public.response VALUES (16, 1, 6, NULL, 'Teksten 0 er god.', NULL, NULL);
INSERT INTO public.response VALUES (17, 1, 6, NULL, 'Teksten 0 god er.', NULL, NULL);
INSERT INTO public.response VALUES (18, 1, 7, NULL, 'Teksten 1 er god.', NULL, NULL);
INSERT INTO public.response VALUES (19, 1, 7, NULL, 'Teksten 1 god er.', NULL, NULL);
INSERT INTO public.response VALUES (20, 1, 8, NULL, 'Teksten 2 er god.', NULL, NULL);
INSERT INTO public.response VALUES (21, 1, 8, NULL, 'Teksten 2 god er.', NULL, NULL);
INSERT INTO public.response VALUES (22, 1, 9, NULL, 'Teksten 3 er god.', NULL, NULL);
INSERT INTO public.response VALUES (23, 1, 9, NULL, 'Teksten 3 god er.', NULL, NULL);
INSERT INTO public.response VALUES (24, 2, 10, 7, 'Havet er blått.', 'null', NULL);
INSERT INTO public.response VALUES (25, 2, 10, 8, 'Havet er stort.', 'null', NULL);
INSERT INTO public.response VALUES (26, 2, 10, 9, 'Sjøen er djup.', 'null', NULL);
INSERT INTO public.response VALUES (27, 2, 11, 7, 'Fjellet er høgt.', 'null', NULL);
INSERT INTO public.response VALUES (28, 2, 11, 9, 'Berget er grått.', 'null', NULL);
INSERT INTO public.response VALUES (29, 2, 11, 8, 'Fjellet er bratt.', 'null', NULL);
INSERT INTO public.sign_in VALUES (1, '415061dc23abb1993740fcc0910c3bd06c546165d050c8a9043c7d1b2d60f6f9', 1, 1, '2026-11-21 23:37:15.786795+00', NULL);
INSERT INTO public.sign_in VALUES (2, '7b8bb2f4ec408a8cf23d85555fadc7cb6bf042f870364bf3fb49bc039215dfbb', 2, 2, '2026-11-21 23:37:15.81057+00', NULL);
INSERT INTO public.sign_in VALUES (3, '8eff5192b95a1778e3a2b8a3227a7121d130ef2fb44e4fcd7ff81681b6887cd2', 3, 3, '2026-11-21 23:37:15.826558+00', NULL);
INSERT INTO public.sign_in VALUES (4, '3f92f9f639a88e2160a5b0f47e60bff98c4826d959e7acc2318279c54c29524e', 4, 4, '2026-11-21 23:37:15.842512+00', NULL);
INSERT INTO public.system VALUES (1, 1, 'alfa-modell');
INSERT INTO public.system VALUES (2, 1, 'bravo-modell');
INSERT INTO public.system VALUES (3, 1, 'charlie-modell');
INSERT INTO public.system VALUES (4, 2, 'alfa-modell');
INSERT INTO public.system VALUES (5, 2, 'bravo-modell');
INSERT INTO public.system VALUES (6, 2, 'charlie-modell');
INSERT INTO public.system VALUES (7, 2, 'alfa');
INSERT INTO public.system VALUES (8, 2, 'bravo');
INSERT INTO public.system VALUES (9, 2, 'charlie');
SELECT pg_catalog.setval('public.assignment_id_seq', 31, true);
SELECT pg_catalog.setval('public.campaign_id_seq', 2, true);
SELECT pg_catalog.setval('public.clarification_id_seq', 1, true);
SELECT pg_catalog.setval('public.comparison_id_seq', 25, true);
SELECT pg_catalog.setval('public.consent_id_seq', 3, true);
SELECT pg_catalog.setval('public.guideline_reading_id_seq', 3, true);
SELECT pg_catalog.setval('public.hours_note_id_seq', 1, true);
SELECT pg_catalog.setval('public.judgment_id_seq', 31, true);
SELECT pg_catalog.setval('public.link_id_seq', 4, true);
SELECT pg_catalog.setval('public.membership_id_seq', 4, true);
SELECT pg_catalog.setval('public.person_id_seq', 6, true);
SELECT pg_catalog.setval('public.prompt_id_seq', 11, true);
SELECT pg_catalog.setval('public.qualification_id_seq', 1, false);
SELECT pg_catalog.setval('public.question_id_seq', 1, true);
SELECT pg_catalog.setval('public.rating_assignment_id_seq', 1, false);
SELECT pg_catalog.setval('public.rating_id_seq', 1, false);
SELECT pg_catalog.setval('public.reason_id_seq', 18, true);
SELECT pg_catalog.setval('public.remark_id_seq', 18, true);
SELECT pg_catalog.setval('public.response_id_seq', 29, true);
SELECT pg_catalog.setval('public.sign_in_id_seq', 4, true);
SELECT pg_catalog.setval('public.system_id_seq', 9, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT pk_assignment PRIMARY KEY (id);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT pk_campaign PRIMARY KEY (id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT pk_clarification PRIMARY KEY (id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT pk_comparison PRIMARY KEY (id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT pk_consent PRIMARY KEY (id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT pk_guideline_reading PRIMARY KEY (id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT pk_hours_note PRIMARY KEY (id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT pk_judgment PRIMARY KEY (id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT pk_link PRIMARY KEY (id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT pk_membership PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT pk_person PRIMARY KEY (id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT pk_prompt PRIMARY KEY (id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT pk_qualification PRIMARY KEY (id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT pk_question PRIMARY KEY (id);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT pk_rating PRIMARY KEY (id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT pk_rating_assignment PRIMARY KEY (id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT pk_reason PRIMARY KEY (id);
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT pk_remark PRIMARY KEY (id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT pk_response PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT pk_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT pk_system PRIMARY KEY (id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT uq_campaign_slug UNIQUE (slug);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT uq_link_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT uq_person_name UNIQUE (name);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, key);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT uq_reason_remark_id_response_id_issue UNIQUE (remark_id, response_id, issue);
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name);
CREATE INDEX ix_assignment_person ON public.assignment USING btree (campaign_id, person_id, status, sequence);
CREATE INDEX ix_comparison_campaign ON public.comparison USING btree (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON public.comparison USING btree (campaign_id, "position") WHERE ((done < overlap) AND ((kind)::text = 'regular'::text) AND (identical = false) AND (withdrawn_at IS NULL));
CREATE INDEX ix_comparison_prompt ON public.comparison USING btree (prompt_id);
CREATE INDEX ix_consent_person ON public.consent USING btree (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON public.guideline_reading USING btree (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON public.hours_note USING btree (person_id, campaign_id, day);
CREATE INDEX ix_judgment_person ON public.judgment USING btree (campaign_id, person_id, id);
CREATE INDEX ix_judgment_ranking ON public.judgment USING btree (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE (live AND ranked AND (outcome IS NOT NULL));
CREATE INDEX ix_question_person ON public.question USING btree (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON public.rating_assignment USING btree (campaign_id, person_id, status);
CREATE INDEX ix_reason_response_id ON public.reason USING btree (response_id);
CREATE INDEX ix_response_campaign_id ON public.response USING btree (campaign_id);
CREATE INDEX ix_sign_in_person_id ON public.sign_in USING btree (person_id);
CREATE UNIQUE INDEX uq_judgment_live ON public.judgment USING btree (assignment_id) WHERE live;
CREATE UNIQUE INDEX uq_link_live ON public.link USING btree (person_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX uq_membership_campaign ON public.membership USING btree (person_id, campaign_id, role) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX uq_membership_everywhere ON public.membership USING btree (person_id, role) WHERE (campaign_id IS NULL);
CREATE UNIQUE INDEX uq_rating_live ON public.rating USING btree (rating_assignment_id, criterion) WHERE live;
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY (comparison_id) REFERENCES public.comparison(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY (qualification_id) REFERENCES public.qualification(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_published_by_person FOREIGN KEY (published_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.clarification
    ADD CONSTRAINT fk_clarification_question_id_question FOREIGN KEY (question_id) REFERENCES public.question(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY (first_response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY (second_response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.consent
    ADD CONSTRAINT fk_consent_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.guideline_reading
    ADD CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.hours_note
    ADD CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY (assignment_id) REFERENCES public.assignment(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY (comparison_id) REFERENCES public.comparison(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY (first_system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.judgment
    ADD CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY (second_system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT fk_link_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT fk_membership_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.prompt
    ADD CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY (granted_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.qualification
    ADD CONSTRAINT fk_qualification_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_answered_by_person FOREIGN KEY (answered_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY (assignment_id) REFERENCES public.assignment(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.question
    ADD CONSTRAINT fk_question_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.rating_assignment
    ADD CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY (response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY (rating_assignment_id) REFERENCES public.rating_assignment(id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY (remark_id) REFERENCES public.remark(id);
ALTER TABLE ONLY public.reason
    ADD CONSTRAINT fk_reason_response_id_response FOREIGN KEY (response_id) REFERENCES public.response(id);
ALTER TABLE ONLY public.remark
    ADD CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY (judgment_id) REFERENCES public.judgment(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY (prompt_id) REFERENCES public.prompt(id);
ALTER TABLE ONLY public.response
    ADD CONSTRAINT fk_response_system_id_system FOREIGN KEY (system_id) REFERENCES public.system(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY (link_id) REFERENCES public.link(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.system
    ADD CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);
