export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: "14.1"
  }
  public: {
    Tables: {
      account_deletions: {
        Row: {
          cancelled_at: string | null
          claimed_until: string | null
          closed_jobs: string[]
          erase_after: string
          erasing_at: string | null
          last_error: string | null
          requested_at: string
          user_id: string
          was_visible: boolean
        }
        Insert: {
          cancelled_at?: string | null
          claimed_until?: string | null
          closed_jobs?: string[]
          erase_after?: string
          erasing_at?: string | null
          last_error?: string | null
          requested_at?: string
          user_id: string
          was_visible: boolean
        }
        Update: {
          cancelled_at?: string | null
          claimed_until?: string | null
          closed_jobs?: string[]
          erase_after?: string
          erasing_at?: string | null
          last_error?: string | null
          requested_at?: string
          user_id?: string
          was_visible?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "account_deletions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_name: string
          after: Json | null
          before: Json | null
          created_at: string
          id: number
          reason: string | null
          target_id: string | null
          target_label: string | null
          target_table: string
        }
        Insert: {
          action: string
          actor_id?: string | null
          actor_name: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          reason?: string | null
          target_id?: string | null
          target_label?: string | null
          target_table: string
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_name?: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          reason?: string | null
          target_id?: string | null
          target_label?: string | null
          target_table?: string
        }
        Relationships: []
      }
      availability: {
        Row: {
          base: string | null
          created_at: string
          hours: Json
          miles: number | null
          places: string[]
          provider_id: string
          updated_at: string
          whole_uk: boolean
        }
        Insert: {
          base?: string | null
          created_at?: string
          hours?: Json
          miles?: number | null
          places?: string[]
          provider_id: string
          updated_at?: string
          whole_uk?: boolean
        }
        Update: {
          base?: string | null
          created_at?: string
          hours?: Json
          miles?: number | null
          places?: string[]
          provider_id?: string
          updated_at?: string
          whole_uk?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "availability_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      business_claims: {
        Row: {
          business_id: string
          claimant_id: string
          created_at: string
          decided_at: string | null
          decided_by: string | null
          id: string
          status: string
        }
        Insert: {
          business_id: string
          claimant_id: string
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          status?: string
        }
        Update: {
          business_id?: string
          claimant_id?: string
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "business_claims_business_id_fkey"
            columns: ["business_id"]
            isOneToOne: false
            referencedRelation: "businesses"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "business_claims_claimant_id_fkey"
            columns: ["claimant_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "business_claims_decided_by_fkey"
            columns: ["decided_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      businesses: {
        Row: {
          business_email: string | null
          business_name: string
          claim_date: string | null
          claim_link_sent_at: string | null
          claimed: boolean
          created_at: string
          id: string
          owner_user_id: string | null
          plain_name: string
          search_words: string
        }
        Insert: {
          business_email?: string | null
          business_name: string
          claim_date?: string | null
          claim_link_sent_at?: string | null
          claimed?: boolean
          created_at?: string
          id?: string
          owner_user_id?: string | null
          plain_name?: never
          search_words?: never
        }
        Update: {
          business_email?: string | null
          business_name?: string
          claim_date?: string | null
          claim_link_sent_at?: string | null
          claimed?: boolean
          created_at?: string
          id?: string
          owner_user_id?: string | null
          plain_name?: never
          search_words?: never
        }
        Relationships: [
          {
            foreignKeyName: "businesses_owner_user_id_fkey"
            columns: ["owner_user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      categories: {
        Row: {
          created_at: string
          display_order: number
          group_name: string
          id: string
          is_active: boolean
          merged_into: string | null
          name: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          display_order?: number
          group_name: string
          id?: string
          is_active?: boolean
          merged_into?: string | null
          name: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          display_order?: number
          group_name?: string
          id?: string
          is_active?: boolean
          merged_into?: string | null
          name?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "categories_merged_into_fkey"
            columns: ["merged_into"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      consents: {
        Row: {
          created_at: string
          ends_at: string | null
          granted: boolean
          id: number
          purpose: string
          source: string
          user_id: string
          wording: string
        }
        Insert: {
          created_at?: string
          ends_at?: string | null
          granted: boolean
          id?: never
          purpose: string
          source: string
          user_id: string
          wording: string
        }
        Update: {
          created_at?: string
          ends_at?: string | null
          granted?: boolean
          id?: never
          purpose?: string
          source?: string
          user_id?: string
          wording?: string
        }
        Relationships: [
          {
            foreignKeyName: "consents_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      coupon_redemptions: {
        Row: {
          code: string
          redeemed_at: string
          user_id: string
        }
        Insert: {
          code: string
          redeemed_at?: string
          user_id: string
        }
        Update: {
          code?: string
          redeemed_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "coupon_redemptions_code_fkey"
            columns: ["code"]
            isOneToOne: false
            referencedRelation: "coupons"
            referencedColumns: ["code"]
          },
          {
            foreignKeyName: "coupon_redemptions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      coupons: {
        Row: {
          code: string
          created_at: string
          is_active: boolean
          max_redemptions: number
          months: number
          redeemed: number
          updated_at: string
        }
        Insert: {
          code: string
          created_at?: string
          is_active?: boolean
          max_redemptions: number
          months: number
          redeemed?: number
          updated_at?: string
        }
        Update: {
          code?: string
          created_at?: string
          is_active?: boolean
          max_redemptions?: number
          months?: number
          redeemed?: number
          updated_at?: string
        }
        Relationships: []
      }
      enquiries: {
        Row: {
          created_at: string
          id: string
          job_id: string | null
          last_message_at: string
          provider_id: string
          sender_id: string
          subject: string
          withdrawn: boolean
        }
        Insert: {
          created_at?: string
          id?: string
          job_id?: string | null
          last_message_at?: string
          provider_id: string
          sender_id: string
          subject: string
          withdrawn?: boolean
        }
        Update: {
          created_at?: string
          id?: string
          job_id?: string | null
          last_message_at?: string
          provider_id?: string
          sender_id?: string
          subject?: string
          withdrawn?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "enquiries_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "enquiries_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "enquiries_sender_id_fkey"
            columns: ["sender_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      enquiry_blocks: {
        Row: {
          blocked_id: string
          created_at: string
          user_id: string
        }
        Insert: {
          blocked_id: string
          created_at?: string
          user_id: string
        }
        Update: {
          blocked_id?: string
          created_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "enquiry_blocks_blocked_id_fkey"
            columns: ["blocked_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "enquiry_blocks_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      enquiry_messages: {
        Row: {
          author_id: string
          body: string
          created_at: string
          enquiry_id: string
          id: string
          pictures: string[]
          read_at: string | null
        }
        Insert: {
          author_id: string
          body: string
          created_at?: string
          enquiry_id: string
          id?: string
          pictures?: string[]
          read_at?: string | null
        }
        Update: {
          author_id?: string
          body?: string
          created_at?: string
          enquiry_id?: string
          id?: string
          pictures?: string[]
          read_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "enquiry_messages_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "enquiry_messages_enquiry_id_fkey"
            columns: ["enquiry_id"]
            isOneToOne: false
            referencedRelation: "enquiries"
            referencedColumns: ["id"]
          },
        ]
      }
      feedback: {
        Row: {
          approved: boolean
          author_name: string
          created_at: string
          description: string | null
          edit_reason: string | null
          edited_at: string | null
          hire_id: string | null
          id: string
          in_contact: boolean
          in_portfolio: boolean
          invited: boolean
          is_public: boolean
          mailbox_hash: string | null
          moderated_at: string | null
          network: string | null
          original_description: string | null
          original_title: string | null
          pictures: string[]
          provider_id: string
          rating: number
          removal_hash: string | null
          search_words: string
          superseded: boolean
          title: string
          updated_at: string
          user_id: string | null
          verified: boolean
          work: string | null
          worked_on: string | null
        }
        Insert: {
          approved?: boolean
          author_name?: string
          created_at?: string
          description?: string | null
          edit_reason?: string | null
          edited_at?: string | null
          hire_id?: string | null
          id?: string
          in_contact?: boolean
          in_portfolio?: boolean
          invited?: boolean
          is_public?: boolean
          mailbox_hash?: string | null
          moderated_at?: string | null
          network?: string | null
          original_description?: string | null
          original_title?: string | null
          pictures?: string[]
          provider_id: string
          rating: number
          removal_hash?: string | null
          search_words?: never
          superseded?: boolean
          title: string
          updated_at?: string
          user_id?: string | null
          verified?: boolean
          work?: string | null
          worked_on?: string | null
        }
        Update: {
          approved?: boolean
          author_name?: string
          created_at?: string
          description?: string | null
          edit_reason?: string | null
          edited_at?: string | null
          hire_id?: string | null
          id?: string
          in_contact?: boolean
          in_portfolio?: boolean
          invited?: boolean
          is_public?: boolean
          mailbox_hash?: string | null
          moderated_at?: string | null
          network?: string | null
          original_description?: string | null
          original_title?: string | null
          pictures?: string[]
          provider_id?: string
          rating?: number
          removal_hash?: string | null
          search_words?: never
          superseded?: boolean
          title?: string
          updated_at?: string
          user_id?: string | null
          verified?: boolean
          work?: string | null
          worked_on?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "feedback_hire_id_fkey"
            columns: ["hire_id"]
            isOneToOne: true
            referencedRelation: "hires"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      feedback_replies: {
        Row: {
          created_at: string
          feedback_id: string
          id: string
          provider_id: string
          reply_text: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          feedback_id: string
          id?: string
          provider_id: string
          reply_text: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          feedback_id?: string
          id?: string
          provider_id?: string
          reply_text?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "feedback_replies_feedback_id_fkey"
            columns: ["feedback_id"]
            isOneToOne: true
            referencedRelation: "feedback"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_replies_feedback_id_fkey"
            columns: ["feedback_id"]
            isOneToOne: true
            referencedRelation: "reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_replies_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      feedback_revisions: {
        Row: {
          description: string | null
          feedback_id: string
          id: string
          rating: number
          reason: string | null
          replaced_at: string
          replaced_by: string | null
          title: string
        }
        Insert: {
          description?: string | null
          feedback_id: string
          id?: string
          rating: number
          reason?: string | null
          replaced_at?: string
          replaced_by?: string | null
          title: string
        }
        Update: {
          description?: string | null
          feedback_id?: string
          id?: string
          rating?: number
          reason?: string | null
          replaced_at?: string
          replaced_by?: string | null
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "feedback_revisions_feedback_id_fkey"
            columns: ["feedback_id"]
            isOneToOne: false
            referencedRelation: "feedback"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_revisions_feedback_id_fkey"
            columns: ["feedback_id"]
            isOneToOne: false
            referencedRelation: "reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_revisions_replaced_by_fkey"
            columns: ["replaced_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      hires: {
        Row: {
          client_id: string | null
          confirmed_at: string | null
          done_at: string | null
          hired_at: string
          id: string
          invited_at: string | null
          job_id: string | null
          provider_id: string
          reminded_at: string | null
          reviewable_at: string
          undone_at: string | null
        }
        Insert: {
          client_id?: string | null
          confirmed_at?: string | null
          done_at?: string | null
          hired_at?: string
          id?: string
          invited_at?: string | null
          job_id?: string | null
          provider_id: string
          reminded_at?: string | null
          reviewable_at?: string
          undone_at?: string | null
        }
        Update: {
          client_id?: string | null
          confirmed_at?: string | null
          done_at?: string | null
          hired_at?: string
          id?: string
          invited_at?: string | null
          job_id?: string | null
          provider_id?: string
          reminded_at?: string | null
          reviewable_at?: string
          undone_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "hires_client_id_fkey"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hires_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hires_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      job_contact_reveals: {
        Row: {
          job_id: string
          provider_id: string
          revealed_at: string
          revoked_at: string | null
        }
        Insert: {
          job_id: string
          provider_id: string
          revealed_at?: string
          revoked_at?: string | null
        }
        Update: {
          job_id?: string
          provider_id?: string
          revealed_at?: string
          revoked_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "job_contact_reveals_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "job_contact_reveals_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      job_matches: {
        Row: {
          asked_at: string | null
          declined_at: string | null
          job_id: string
          mailed_at: string | null
          provider_id: string
          seen_at: string | null
          told_at: string
        }
        Insert: {
          asked_at?: string | null
          declined_at?: string | null
          job_id: string
          mailed_at?: string | null
          provider_id: string
          seen_at?: string | null
          told_at?: string
        }
        Update: {
          asked_at?: string | null
          declined_at?: string | null
          job_id?: string
          mailed_at?: string | null
          provider_id?: string
          seen_at?: string | null
          told_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "job_matches_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "job_matches_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      job_quotes: {
        Row: {
          created_at: string
          decided_at: string | null
          earliest_start: string | null
          job_id: string
          message: string
          pictures: string[]
          price_max: number | null
          price_min: number | null
          price_type: string
          provider_id: string
          reason: string | null
          seen_at: string | null
          state: string
          updated_at: string
          valid_until: string
          vat: string
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          earliest_start?: string | null
          job_id: string
          message: string
          pictures?: string[]
          price_max?: number | null
          price_min?: number | null
          price_type: string
          provider_id: string
          reason?: string | null
          seen_at?: string | null
          state?: string
          updated_at?: string
          valid_until: string
          vat: string
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          earliest_start?: string | null
          job_id?: string
          message?: string
          pictures?: string[]
          price_max?: number | null
          price_min?: number | null
          price_type?: string
          provider_id?: string
          reason?: string | null
          seen_at?: string | null
          state?: string
          updated_at?: string
          valid_until?: string
          vat?: string
        }
        Relationships: [
          {
            foreignKeyName: "job_quotes_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "job_quotes_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      jobs: {
        Row: {
          budget: string | null
          budget_max: number | null
          budget_min: number | null
          budget_type: string | null
          categories: string[]
          category: string
          category_keys: string[]
          closed_at: string | null
          contact_email: string | null
          contact_erased: boolean | null
          contact_name: string | null
          contact_phone: string | null
          description: string
          done_by_provider_at: string | null
          done_question_at: string | null
          ended_at: string | null
          expires_at: string
          expiry_notice_at: string | null
          hired_at: string | null
          hired_provider_id: string | null
          id: string
          location: string | null
          outcome: string | null
          pictures: string[]
          place: string | null
          position: unknown | null
          posted_by: string | null
          posted_date: string
          reveal_limit: number | null
          sector: string | null
          status: string
          title: string
          told_at: string | null
          updated_at: string
          user_id: string
          widened_at: string | null
          work_starts_on: string | null
        }
        Insert: {
          budget?: string | null
          budget_max?: number | null
          budget_min?: number | null
          budget_type?: string | null
          categories?: string[]
          category: string
          category_keys?: string[]
          closed_at?: string | null
          contact_email?: string | null
          contact_erased?: never
          contact_name?: string | null
          contact_phone?: string | null
          description: string
          done_by_provider_at?: string | null
          done_question_at?: string | null
          ended_at?: string | null
          expires_at?: string
          expiry_notice_at?: string | null
          hired_at?: string | null
          hired_provider_id?: string | null
          id?: string
          location?: string | null
          outcome?: string | null
          pictures?: string[]
          place?: string | null
          position?: unknown | null
          posted_by?: never
          posted_date?: string
          reveal_limit?: number | null
          sector?: string | null
          status?: string
          title: string
          told_at?: string | null
          updated_at?: string
          user_id: string
          widened_at?: string | null
          work_starts_on?: string | null
        }
        Update: {
          budget?: string | null
          budget_max?: number | null
          budget_min?: number | null
          budget_type?: string | null
          categories?: string[]
          category?: string
          category_keys?: string[]
          closed_at?: string | null
          contact_email?: string | null
          contact_erased?: never
          contact_name?: string | null
          contact_phone?: string | null
          description?: string
          done_by_provider_at?: string | null
          done_question_at?: string | null
          ended_at?: string | null
          expires_at?: string
          expiry_notice_at?: string | null
          hired_at?: string | null
          hired_provider_id?: string | null
          id?: string
          location?: string | null
          outcome?: string | null
          pictures?: string[]
          place?: string | null
          position?: unknown | null
          posted_by?: never
          posted_date?: string
          reveal_limit?: number | null
          sector?: string | null
          status?: string
          title?: string
          told_at?: string | null
          updated_at?: string
          user_id?: string
          widened_at?: string | null
          work_starts_on?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "jobs_hired_provider_id_fkey"
            columns: ["hired_provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "jobs_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      notification_settings: {
        Row: {
          email_notifications: boolean
          job_alerts: boolean
          job_alerts_daily: boolean
          job_trades: string[]
          marketing: boolean
          provider_updates: boolean
          unsubscribe_token: string
          unsubscribed: Json
          updated_at: string
          user_id: string
        }
        Insert: {
          email_notifications?: boolean
          job_alerts?: boolean
          job_alerts_daily?: boolean
          job_trades?: string[]
          marketing?: boolean
          provider_updates?: boolean
          unsubscribe_token?: string
          unsubscribed?: Json
          updated_at?: string
          user_id: string
        }
        Update: {
          email_notifications?: boolean
          job_alerts?: boolean
          job_alerts_daily?: boolean
          job_trades?: string[]
          marketing?: boolean
          provider_updates?: boolean
          unsubscribe_token?: string
          unsubscribed?: Json
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notification_settings_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          created_at: string
          currency: string
          id: string
          number: string | null
          paid_at: string
          pence: number
          period_end: string | null
          period_start: string | null
          receipt_url: string | null
          user_id: string | null
        }
        Insert: {
          created_at?: string
          currency: string
          id: string
          number?: string | null
          paid_at: string
          pence: number
          period_end?: string | null
          period_start?: string | null
          receipt_url?: string | null
          user_id?: string | null
        }
        Update: {
          created_at?: string
          currency?: string
          id?: string
          number?: string | null
          paid_at?: string
          pence?: number
          period_end?: string | null
          period_start?: string | null
          receipt_url?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "payments_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          account_type: string
          bio: string | null
          business_name: string | null
          categories: string[]
          created_at: string
          email: string | null
          first_name: string
          id: string
          is_active: boolean
          is_visible: boolean
          last_name: string
          location: string | null
          phone_number: string | null
          profile_image_url: string | null
          search_words: string
          show_phone: boolean
          skills: Json
          social_links: Json
          updated_at: string
          vat_number: string | null
          work_samples: Json
        }
        Insert: {
          account_type?: string
          bio?: string | null
          business_name?: string | null
          categories?: string[]
          created_at?: string
          email?: string | null
          first_name?: string
          id: string
          is_active?: boolean
          is_visible?: boolean
          last_name?: string
          location?: string | null
          phone_number?: string | null
          profile_image_url?: string | null
          search_words?: never
          show_phone?: boolean
          skills?: Json
          social_links?: Json
          updated_at?: string
          vat_number?: string | null
          work_samples?: Json
        }
        Update: {
          account_type?: string
          bio?: string | null
          business_name?: string | null
          categories?: string[]
          created_at?: string
          email?: string | null
          first_name?: string
          id?: string
          is_active?: boolean
          is_visible?: boolean
          last_name?: string
          location?: string | null
          phone_number?: string | null
          profile_image_url?: string | null
          search_words?: never
          show_phone?: boolean
          skills?: Json
          social_links?: Json
          updated_at?: string
          vat_number?: string | null
          work_samples?: Json
        }
        Relationships: []
      }
      provider_categories: {
        Row: {
          category_id: string
          created_at: string
          provider_id: string
        }
        Insert: {
          category_id: string
          created_at?: string
          provider_id: string
        }
        Update: {
          category_id?: string
          created_at?: string
          provider_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "provider_categories_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "provider_categories_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      report_events: {
        Row: {
          actor_id: string | null
          created_at: string
          id: number
          note: string | null
          report_id: string
          state: string
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          id?: never
          note?: string | null
          report_id: string
          state: string
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          id?: never
          note?: string | null
          report_id?: string
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "report_events_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "report_events_report_id_fkey"
            columns: ["report_id"]
            isOneToOne: false
            referencedRelation: "reports"
            referencedColumns: ["id"]
          },
        ]
      }
      reports: {
        Row: {
          appeal_text: string | null
          appealed_at: string | null
          case_number: string
          created_at: string
          decided_at: string | null
          decisions: number
          details: string | null
          id: string
          link_key: string
          number: number
          outcome_reason: string | null
          reason: string
          reporter_email: string | null
          reporter_id: string | null
          state: string
          target_id: string
          target_label: string
          target_owner: string | null
          target_path: string
          target_type: string
          updated_at: string
        }
        Insert: {
          appeal_text?: string | null
          appealed_at?: string | null
          case_number?: never
          created_at?: string
          decided_at?: string | null
          decisions?: number
          details?: string | null
          id?: string
          link_key?: string
          number?: never
          outcome_reason?: string | null
          reason: string
          reporter_email?: string | null
          reporter_id?: string | null
          state?: string
          target_id: string
          target_label: string
          target_owner?: string | null
          target_path: string
          target_type: string
          updated_at?: string
        }
        Update: {
          appeal_text?: string | null
          appealed_at?: string | null
          case_number?: never
          created_at?: string
          decided_at?: string | null
          decisions?: number
          details?: string | null
          id?: string
          link_key?: string
          number?: never
          outcome_reason?: string | null
          reason?: string
          reporter_email?: string | null
          reporter_id?: string | null
          state?: string
          target_id?: string
          target_label?: string
          target_owner?: string | null
          target_path?: string
          target_type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_target_owner_fkey"
            columns: ["target_owner"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      review_links: {
        Row: {
          code: string
          created_at: string
          provider_id: string
          renewed_at: string | null
        }
        Insert: {
          code: string
          created_at?: string
          provider_id: string
          renewed_at?: string | null
        }
        Update: {
          code?: string
          created_at?: string
          provider_id?: string
          renewed_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "review_links_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_jobs: {
        Row: {
          created_at: string
          job_id: string
          provider_id: string
        }
        Insert: {
          created_at?: string
          job_id: string
          provider_id: string
        }
        Update: {
          created_at?: string
          job_id?: string
          provider_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_jobs_job_id_fkey"
            columns: ["job_id"]
            isOneToOne: false
            referencedRelation: "jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "saved_jobs_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_providers: {
        Row: {
          created_at: string
          provider_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          provider_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          provider_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_providers_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "saved_providers_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      services: {
        Row: {
          category: string | null
          created_at: string
          description: string | null
          id: string
          position: number
          price_pence: number | null
          price_text: string | null
          provider_id: string
          title: string
          unit: string | null
          updated_at: string
        }
        Insert: {
          category?: string | null
          created_at?: string
          description?: string | null
          id?: string
          position?: number
          price_pence?: number | null
          price_text?: string | null
          provider_id: string
          title: string
          unit?: string | null
          updated_at?: string
        }
        Update: {
          category?: string | null
          created_at?: string
          description?: string | null
          id?: string
          position?: number
          price_pence?: number | null
          price_text?: string | null
          provider_id?: string
          title?: string
          unit?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "services_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      site_settings: {
        Row: {
          key: string
          updated_at: string
          updated_by: string | null
          value: Json
        }
        Insert: {
          key: string
          updated_at?: string
          updated_by?: string | null
          value: Json
        }
        Update: {
          key?: string
          updated_at?: string
          updated_by?: string | null
          value?: Json
        }
        Relationships: [
          {
            foreignKeyName: "site_settings_updated_by_fkey"
            columns: ["updated_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      subscribers: {
        Row: {
          cancel_at_period_end: boolean
          created_at: string
          email: string | null
          grant_reason: string | null
          live_until: string | null
          past_due: boolean
          payment_customer: string | null
          payment_event_at: string | null
          payment_subscription: string | null
          promo_code: string | null
          renewal_pence: number | null
          subscribed: boolean
          subscription_end: string | null
          subscription_tier: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          cancel_at_period_end?: boolean
          created_at?: string
          email?: string | null
          grant_reason?: string | null
          live_until?: never
          past_due?: boolean
          payment_customer?: string | null
          payment_event_at?: string | null
          payment_subscription?: string | null
          promo_code?: string | null
          renewal_pence?: number | null
          subscribed?: boolean
          subscription_end?: string | null
          subscription_tier?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          cancel_at_period_end?: boolean
          created_at?: string
          email?: string | null
          grant_reason?: string | null
          live_until?: never
          past_due?: boolean
          payment_customer?: string | null
          payment_event_at?: string | null
          payment_subscription?: string | null
          promo_code?: string | null
          renewal_pence?: number | null
          subscribed?: boolean
          subscription_end?: string | null
          subscription_tier?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "subscribers_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      public_providers: {
        Row: {
          bio: string | null
          business_name: string | null
          categories: string[] | null
          created_at: string | null
          first_name: string | null
          id: string | null
          image_url: string | null
          is_visible: boolean | null
          last_name: string | null
          location: string | null
          main_category: string | null
          membership_status: string | null
          modified_at: string | null
          name: string | null
          phone_number: string | null
          picture: string | null
          plan_type: string | null
          promo_code: string | null
          rating_average: number | null
          rating_count: number | null
          selections: string[] | null
          skills: Json | null
          social_links: Json | null
          title: string | null
          updated_at: string | null
          user_id: string | null
          vat_number: string | null
          work_samples: Json | null
        }
        Relationships: [
          {
            foreignKeyName: "listings_provider_id_fkey"
            columns: ["id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "listings_provider_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      reviews: {
        Row: {
          created_at: string | null
          edited_at: string | null
          id: string | null
          message: string | null
          provider_id: string | null
          rating: number | null
          reviewer_id: string | null
          reviewer_name: string | null
        }
        Insert: {
          created_at?: string | null
          edited_at?: string | null
          id?: string | null
          message?: never
          provider_id?: string | null
          rating?: number | null
          reviewer_id?: string | null
          reviewer_name?: never
        }
        Update: {
          created_at?: string | null
          edited_at?: string | null
          id?: string | null
          message?: never
          provider_id?: string | null
          rating?: number | null
          reviewer_id?: string | null
          reviewer_name?: never
        }
        Relationships: [
          {
            foreignKeyName: "feedback_provider_id_fkey"
            columns: ["provider_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_user_id_fkey"
            columns: ["reviewer_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      user_sessions: {
        Row: {
          id: string | null
          is_active: boolean | null
          session_start: string | null
          user_id: string | null
        }
        Insert: {
          id?: string | null
          is_active?: never
          session_start?: string | null
          user_id?: string | null
        }
        Update: {
          id?: string | null
          is_active?: never
          session_start?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_quote: {
        Args: { job_id: string; provider_id: string; seen: string }
        Returns: undefined
      }
      account_files: { Args: { p_user: string }; Returns: Json }
      admin_allow_job: {
        Args: { job_id: string; reason?: string; seen?: string }
        Returns: undefined
      }
      admin_analytics: { Args: never; Returns: Json }
      admin_answers: { Args: never; Returns: Json }
      admin_audit_log: {
        Args: {
          before_id?: number
          from_day?: string
          page_size?: number
          target?: string
          to_day?: string
          what?: string
          who?: string
        }
        Returns: Json
      }
      admin_categories: { Args: never; Returns: Json }
      admin_category_reach: { Args: { category_id: string }; Returns: Json }
      admin_dashboard_counts: { Args: never; Returns: Json }
      admin_decide_claim: { Args: { approve: boolean; claim_id: string }; Returns: undefined }
      admin_decide_report: {
        Args: { reason: string; report_id: string; uphold: boolean }
        Returns: undefined
      }
      admin_delete_feedback: {
        Args: { feedback_id: string; reason: string; seen?: string }
        Returns: undefined
      }
      admin_delete_job: {
        Args: { job_id: string; reason: string; seen?: string }
        Returns: undefined
      }
      admin_delete_user: {
        Args: { reason?: string; target_user_id: string }
        Returns: undefined
      }
      admin_edit_feedback: {
        Args: {
          description: string
          feedback_id: string
          rating?: number
          reason: string
          seen?: string
          title: string
        }
        Returns: undefined
      }
      admin_export_users: {
        Args: {
          after_created?: string
          after_id?: string
          page_size?: number
          search?: string
          status?: string
          type?: string
        }
        Returns: {
          account_type: string
          bio: string | null
          business_name: string | null
          categories: string[]
          created_at: string
          email: string | null
          first_name: string
          id: string
          is_active: boolean
          is_visible: boolean
          last_name: string
          location: string | null
          phone_number: string | null
          profile_image_url: string | null
          search_words: string
          show_phone: boolean
          skills: Json
          social_links: Json
          updated_at: string
          vat_number: string | null
          work_samples: Json
        }[]
        SetofOptions: {
          from: "*"
          to: "profiles"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      admin_feedback: {
        Args: {
          page_offset?: number
          page_size?: number
          search?: string
          state?: string
        }
        Returns: Json
      }
      admin_figures: {
        Args: { from_day?: string; span?: string; to_day?: string }
        Returns: Json
      }
      admin_health: { Args: never; Returns: Json }
      admin_hide_feedback_picture: {
        Args: {
          feedback_id: string
          picture: string
          reason: string
          seen?: string
        }
        Returns: undefined
      }
      admin_hide_job_picture: {
        Args: {
          job_id: string
          picture: string
          reason: string
          seen?: string
        }
        Returns: undefined
      }
      admin_mails: { Args: never; Returns: Json }
      admin_make_provider: {
        Args: { details: Json; target_user_id: string }
        Returns: undefined
      }
      admin_merge_categories: {
        Args: {
          from_id: string
          from_seen?: string
          into_id: string
          into_seen?: string
          reason: string
        }
        Returns: Json
      }
      admin_moderate_feedback: {
        Args: { approve: boolean; items: Json; reason?: string }
        Returns: {
          feedback_id: string
          message: string
          outcome: string
        }[]
      }
      admin_remove_message_pictures: { Args: { reason: string; report_id: string }; Returns: undefined }
      admin_reorder_categories: {
        Args: { category_ids: string[]; group_name: string }
        Returns: undefined
      }
      admin_repeated_hires: {
        Args: never
        Returns: {
          client: string
          client_id: string
          hires: number
          provider: string
          provider_id: string
          reviews: number
        }[]
      }
      admin_reported_message: {
        Args: { report_id: string }
        Returns: {
          body: string
          created_at: string
          pictures: string[]
        }[]
      }
      admin_restore_setting: {
        Args: { reason?: string; revision_id: number; seen?: string }
        Returns: undefined
      }
      admin_retry_mail: { Args: never; Returns: number }
      admin_run_task: { Args: { p_name: string }; Returns: undefined }
      admin_save_setting: {
        Args: {
          new_value: Json
          reason?: string
          seen?: string
          setting_key: string
        }
        Returns: undefined
      }
      admin_send_claim_link: { Args: { business_id: string }; Returns: boolean }
      admin_send_test_mail: { Args: { mail: string; words: Json }; Returns: string }
      admin_sent_mail: { Args: { p_address: string }; Returns: Json }
      admin_set_coupon: {
        Args: {
          active: boolean
          coupon_code: string
          most: number
          reason?: string
          seen?: string
        }
        Returns: undefined
      }
      admin_set_membership: {
        Args: { reason: string; target_user_id: string; until: string }
        Returns: string
      }
      admin_settings: { Args: never; Returns: Json }
      admin_stop_job: {
        Args: { job_id: string; reason: string; seen?: string }
        Returns: undefined
      }
      admin_support_view: { Args: { p_user: string }; Returns: Json }
      admin_switch_users: {
        Args: {
          items: Json
          new_value: boolean
          reason?: string
          status_field: string
        }
        Returns: {
          message: string
          outcome: string
          profile_id: string
        }[]
      }
      admin_take_report: { Args: { report_id: string }; Returns: undefined }
      admin_toggle_user_status: {
        Args: {
          new_value: boolean
          reason?: string
          seen?: string
          status_field: string
          target_user_id: string
        }
        Returns: undefined
      }
      admin_update_user: {
        Args: { target_user_id: string; user_data: Json }
        Returns: undefined
      }
      admin_users: {
        Args: {
          page_offset?: number
          page_size?: number
          search?: string
          sort?: string
          status?: string
          type?: string
        }
        Returns: Json
      }
      allow_support: { Args: { p_hours: number }; Returns: string }
      answer_claim: { Args: { confirm: boolean; link_key: string }; Returns: string }
      answer_enquiry: {
        Args: { enquiry_id: string; message: string; pictures?: string[] }
        Returns: undefined
      }
      answer_job_question: {
        Args: {
          hired_elsewhere?: boolean
          still_looking: boolean
          token: string
        }
        Returns: Json
      }
      appeal_report: {
        Args: { case_number: string; link_key: string; words: string }
        Returns: undefined
      }
      apply_payment_event: {
        Args: {
          cancels: boolean
          customer: string
          event_id: string
          event_made_at: string
          event_type: string
          live: boolean
          member_id: string
          overdue?: boolean
          period_end: string
          price_pence?: number
          subscription: string
          tier: string
          trial?: boolean
        }
        Returns: string
      }
      ask_for_reviews: {
        Args: { addresses: string[] }
        Returns: {
          address: string
          outcome: string
        }[]
      }
      ask_provider: {
        Args: { job_id: string; provider_id: string }
        Returns: undefined
      }
      before_user_created: { Args: { event: Json }; Returns: Json }
      block_enquirer: {
        Args: { blocked: boolean; enquiry_id: string }
        Returns: undefined
      }
      cancel_email_change: { Args: never; Returns: undefined }
      category_moved: { Args: { slug: string }; Returns: string }
      category_page: {
        Args: { category: string; town_slug?: string; towns?: number }
        Returns: Json
      }
      claim_business: { Args: { business_id: string }; Returns: string }
      claim_by_link: { Args: { link_key: string }; Returns: Json }
      confirm_hire: { Args: { job_id: string }; Returns: undefined }
      count_attempt: {
        Args: {
          p_account?: string
          p_address?: string
          p_most: number
          p_seconds: number
          p_what: string
        }
        Returns: number
      }
      count_postcodes: { Args: never; Returns: Json }
      count_profiles_by_date: { Args: { days_ago: number }; Returns: number }
      count_profiles_by_type: { Args: { profile_type: string }; Returns: number }
      coupon_remaining: { Args: { coupon_code: string }; Returns: number }
      custom_access_token: { Args: { event: Json }; Returns: Json }
      decline_ask: { Args: { job_id: string }; Returns: undefined }
      decline_quote: {
        Args: {
          job_id: string
          provider_id: string
          reason?: string
          seen: string
        }
        Returns: undefined
      }
      deletion_cancelled: { Args: never; Returns: boolean }
      due_tasks: {
        Args: never
        Returns: {
          name: string
          problem: string
        }[]
      }
      end_device: { Args: { p_id: string }; Returns: boolean }
      enquiry_others: {
        Args: { enquiry_id: string }
        Returns: {
          image_url: string
          miles: number
          name: string
          provider_id: string
          rating_average: number
          rating_count: number
          title: string
        }[]
      }
      erase_account: { Args: { p_user: string }; Returns: boolean }
      export_account: { Args: { p_user: string }; Returns: Json }
      extend_task: { Args: { p_name: string }; Returns: undefined }
      feedback_right: { Args: { job_id?: string; provider_id: string }; Returns: Json }
      feedback_summary: {
        Args: { p_provider: string }
        Returns: {
          invited: number
          rating: number
          total: number
          verified: number
        }[]
      }
      finish_draft: { Args: { p_draft: string }; Returns: Json }
      finish_notice: {
        Args: { p_error?: string; p_final?: boolean; p_id: string }
        Returns: undefined
      }
      finish_sign_up: { Args: { details: Json }; Returns: undefined }
      finish_task: { Args: { p_error?: string; p_name: string }; Returns: undefined }
      get_admin_businesses: {
        Args: {
          page_offset?: number
          page_size?: number
          search?: string
          state?: string
        }
        Returns: {
          business_email: string
          business_name: string
          claim_date: string
          claimed: boolean
          created_at: string
          id: string
          link_sent_at: string
          owner_name: string
          total_count: number
        }[]
      }
      get_admin_claims: {
        Args: never
        Returns: {
          asked_current_address: boolean
          business_asked_at: string
          business_email: string
          business_id: string
          business_name: string
          claimant_business: string
          claimant_email: string
          claimant_joined: string
          claimant_name: string
          claimant_type: string
          created_at: string
          id: string
          link_expires_at: string
        }[]
      }
      get_admin_user_details: {
        Args: {
          page_offset?: number
          page_size?: number
          search?: string
          sort?: string
          type?: string
        }
        Returns: {
          account_type: string
          bio: string
          business_name: string
          categories: string[]
          created_at: string
          email: string
          first_name: string
          is_active: boolean
          is_visible: boolean
          last_name: string
          location: string
          phone_number: string
          profile_id: string
          profile_image_url: string
          total_count: number
          updated_at: string
        }[]
      }
      has_admin: { Args: never; Returns: boolean }
      is_business_email: { Args: { business_id: string; email: string }; Returns: boolean }
      is_session_valid: { Args: never; Returns: boolean }
      job_answers: { Args: { job_id: string }; Returns: Json }
      job_hire: { Args: { job_id: string }; Returns: Json }
      job_page: { Args: { job_id: string }; Returns: Json }
      job_question: { Args: { token: string }; Returns: Json }
      job_reveals: {
        Args: { job_id: string }
        Returns: {
          business_name: string
          image_url: string
          name: string
          provider_id: string
          revealed_at: string
          revoked_at: string
        }[]
      }
      list_support_views: { Args: never; Returns: string[] }
      load_postcodes: { Args: { content: string }; Returns: Json }
      make_first_admin: { Args: { user_id: string; username: string }; Returns: undefined }
      mark_job_done: { Args: { job_id: string }; Returns: undefined }
      mark_job_hired: {
        Args: { job_id: string; outcome: string; provider_id?: string }
        Returns: undefined
      }
      membership_worth: { Args: never; Returns: Json }
      must_choose_password: { Args: never; Returns: boolean }
      my_contacts: {
        Args: never
        Returns: {
          contact_name: string
          job_id: string
          job_state: string
          title: string
          unlocked_at: string
        }[]
      }
      my_devices: {
        Args: never
        Returns: {
          browser: string
          id: string
          is_current: boolean
          last_used_at: string
          signed_in_at: string
          system: string
        }[]
      }
      my_enquiries: {
        Args: { page_offset?: number; page_size?: number }
        Returns: {
          blocked: boolean
          excerpt: string
          id: string
          last_message_at: string
          mine: boolean
          other_id: string
          other_image: string
          other_listed: boolean
          other_name: string
          replied: boolean
          subject: string
          total_count: number
          unread: number
        }[]
      }
      my_jobs: {
        Args: never
        Returns: {
          category: string
          contact_erased: boolean
          expires_at: string
          id: string
          location: string
          may_review: boolean
          new_quotes: number
          posted_date: string
          provider: string
          provider_id: string
          quotes: number
          reviewed: boolean
          said_done: boolean
          seen_count: number
          starts_on: string
          status: string
          title: string
          told_count: number
          unlocks: number
        }[]
      }
      my_quotes: {
        Args: { page_offset?: number; page_size?: number }
        Returns: {
          client: string
          confirmed: boolean
          description: string
          earliest_start: string
          enquiry_id: string
          expired: boolean
          job_id: string
          job_status: string
          location: string
          message: string
          mine: boolean
          pictures: string[]
          price_max: number
          price_min: number
          price_type: string
          readable: boolean
          reason: string
          said_done: boolean
          seen: boolean
          sent_at: string
          state: string
          title: string
          total_count: number
          user_id: string
          valid_until: string
          vat: string
        }[]
      }
      my_review_link: { Args: { renew?: boolean }; Returns: string }
      my_saved_jobs: {
        Args: never
        Returns: {
          budget: string
          job_id: string
          location: string
          posted_date: string
          quoted: boolean
          readable: boolean
          title: string
        }[]
      }
      notify_claim: { Args: { business_id: string }; Returns: boolean }
      notify_failed_payment: { Args: { p_id: string; p_member: string }; Returns: undefined }
      open_draft: {
        Args: {
          p_code?: string
          p_draft?: string
          p_email?: string
          p_token?: string
        }
        Returns: Json
      }
      open_job_quotes: {
        Args: { job_id: string }
        Returns: {
          earliest_start: string
          enquiry_id: string
          expired: boolean
          image_url: string
          listed: boolean
          message: string
          miles: number
          name: string
          pictures: string[]
          price_max: number
          price_min: number
          price_type: string
          provider_id: string
          rating_average: number
          rating_count: number
          reason: string
          state: string
          updated_at: string
          valid_until: string
          vat: string
        }[]
      }
      operator_list_admins: {
        Args: never
        Returns: {
          email: string
          id: string
          is_active: boolean
          last_sign_in_at: string
          name: string
          second_factors: number
        }[]
      }
      operator_make_admin: { Args: { target_user_id: string }; Returns: undefined }
      operator_record: {
        Args: { action: string; target_user_id: string }
        Returns: undefined
      }
      operator_switch_admin: {
        Args: { active: boolean; reason: string; target_user_id: string }
        Returns: boolean
      }
      own_account_type: { Args: never; Returns: string }
      parse_budget: {
        Args: { budget: string }
        Returns: {
          budget_max: number
          budget_min: number
          budget_type: string
        }
      }
      postpone_deletion: { Args: { p_error: string; p_user: string }; Returns: undefined }
      provider_page: { Args: { provider_id: string }; Returns: Json }
      read_enquiry: { Args: { enquiry_id: string }; Returns: undefined }
      receive_reply: {
        Args: {
          p_enquiry?: string
          p_from: string
          p_mail: string
          p_message: string
          p_person?: string
        }
        Returns: string
      }
      record_impressions: { Args: { p_impressions: Json }; Returns: undefined }
      record_payment: {
        Args: {
          p_currency: string
          p_id: string
          p_member: string
          p_number?: string
          p_paid_at: string
          p_pence: number
          p_period_end?: string
          p_period_start?: string
          p_receipt_url?: string
        }
        Returns: boolean
      }
      record_refund: {
        Args: {
          p_counts: boolean
          p_currency: string
          p_id: string
          p_pence: number
          p_refunded_at: string
        }
        Returns: undefined
      }
      record_webhook: {
        Args: { p_error?: string; p_name: string; p_refused?: boolean }
        Returns: undefined
      }
      recorded_refunds: {
        Args: { p_ids: string[] }
        Returns: {
          id: string
          pence: number
        }[]
      }
      redeem_coupon: {
        Args: { coupon_code: string; member_id: string }
        Returns: string
      }
      release_task: { Args: { p_name: string }; Returns: undefined }
      remove_review: { Args: { token: string }; Returns: boolean }
      reorder_services: { Args: { ids: string[] }; Returns: undefined }
      report_case: {
        Args: { case_number: string; link_key: string }
        Returns: {
          appeal_text: string
          created_at: string
          decided_at: string
          details: string
          may_appeal: boolean
          outcome_reason: string
          reason: string
          state: string
          target_label: string
        }[]
      }
      report_content: {
        Args: {
          details?: string
          email?: string
          reason: string
          target_id: string
          target_type: string
        }
        Returns: string
      }
      reset_needs_second_step: { Args: { p_token_hash: string }; Returns: boolean }
      reveal_job_contact: {
        Args: { job_id: string }
        Returns: {
          contact_email: string
          contact_name: string
          contact_phone: string
          sector: string
        }[]
      }
      review_link_owner: { Args: { code: string }; Returns: Json }
      review_requests: {
        Args: { p_provider: string }
        Returns: {
          invited: number
        }[]
      }
      revoke_job_contact: {
        Args: { job_id: string; provider_id: string }
        Returns: undefined
      }
      run_task: { Args: { p_name: string }; Returns: Json }
      schedule_deletion: { Args: { p_user: string }; Returns: string }
      search_businesses: {
        Args: { query: string }
        Returns: {
          business_name: string
          id: string
        }[]
      }
      search_jobs: {
        Args: {
          budget_max?: number
          budget_min?: number
          budget_type?: string
          category?: string
          location?: string
          page_offset?: number
          page_size?: number
          posted_after?: string
          sort?: string
          within?: number
          words?: string
        }
        Returns: Json
      }
      search_providers: {
        Args: {
          category?: string
          covering?: boolean
          location?: string
          page_offset?: number
          page_size?: number
          service?: string
          sort?: string
          within?: number
        }
        Returns: Json
      }
      see_job: {
        Args: { job_id: string }
        Returns: {
          asked_at: string
          declined_at: string
        }[]
      }
      send_enquiry: {
        Args: {
          message: string
          pictures?: string[]
          provider_id: string
          subject: string
        }
        Returns: string
      }
      send_quote: {
        Args: {
          earliest_start?: string
          job_id: string
          message: string
          pictures?: string[]
          price_max?: number
          price_min?: number
          price_type: string
          valid_until: string
          vat: string
        }
        Returns: undefined
      }
      set_feedback_pictures: {
        Args: {
          feedback_id: string
          in_portfolio: boolean
          pictures: string[]
        }
        Returns: undefined
      }
      sign_up_unfinished: { Args: never; Returns: boolean }
      sitemap_page: {
        Args: { first_id: string; kind: string; page_size?: number }
        Returns: Json
      }
      sitemap_starts: { Args: { kind: string; part_size?: number }; Returns: string[] }
      start_draft: {
        Args: {
          p_age: number
          p_content: Json
          p_email: string
          p_kind: string
          p_name: string
          p_website?: string
        }
        Returns: string
      }
      stop_review_mail: { Args: { id: string }; Returns: boolean }
      suggest_search: { Args: { field: string; typed: string }; Returns: Json }
      take_deletions: { Args: { p_limit?: number }; Returns: string[] }
      take_notices: {
        Args: { p_limit?: number }
        Returns: {
          address: string
          data: Json
          first_name: string
          id: string
          kind: string
          topic: string
          unsubscribe_token: string
        }[]
      }
      trial_providers: { Args: never; Returns: Json }
      uncount_own_view: { Args: never; Returns: undefined }
      undo_unsubscribe: { Args: { p_token: string; p_topic: string }; Returns: boolean }
      unsubscribe: { Args: { p_token: string; p_topic: string }; Returns: boolean }
      unused_files: {
        Args: { p_limit?: number }
        Returns: {
          bucket: string
          name: string
        }[]
      }
      verify_audit_log: { Args: { after_position?: number }; Returns: Json }
      withdraw_quote: { Args: { job_id: string }; Returns: undefined }
      withdraw_support: { Args: never; Returns: undefined }
      write_about_quote: {
        Args: {
          job_id: string
          message: string
          pictures?: string[]
          provider_id: string
        }
        Returns: string
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
